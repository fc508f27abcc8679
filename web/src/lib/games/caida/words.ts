// Caída in words: phases, cards with their consequences, dealing, the rule of the moment.
import { t, word } from '../../i18n/index.svelte';
import { money } from '../../money';
import { tellers } from '../../table/chronicle';
import type { Offer, TableInfo, View } from '../../wire';
import type { GameFace, Moment, MoveWords, Scene } from '../face';
import { tell } from './teller';
import { caidaOf, cardText, META, optionsOf, ranks, type CardOffer } from './view';

/** «Queda en la mesa», «Recoge 4, 5 y 6», «Caída, +1. Recoge el 6»: as the server offers it. */
export function consequence(offer: CardOffer | undefined, card: string): string {
  const run = offer?.takes?.[card] ?? [];
  if (!run.length) return t('caida.stays');
  const takes = t('caida.takes', { cards: ranks(run) });
  if (!offer?.falls?.includes(card)) return takes;
  return `${word(`caida.falls.${card[0]}`, t('caida.falls'))}. ${takes}`;
}

export const sings = (offer: Offer | undefined): boolean => (offer?.options?.length ?? 0) > 0;

function move(offer: Offer, scene: Scene): MoveWords {
  const lines: string[] = [];
  if (offer.move === 'jugar') {
    const cards = offer.cards ?? [];
    return {
      letter: cards.length > 1 ? `1 – ${cards.length}` : '1',
      title: t('caida.jugar', { card: '' }).trim(),
      lines: cards.map((card) => `${cardText(card)}: ${consequence(offer, card)}`),
      brief: '',
      tone: 'plain',
    };
  }
  if (!sings(offer)) lines.push(t('caida.repartir.later'));
  return {
    letter: sings(offer) ? 'A · D' : 'R',
    title: word(`caida.${offer.move}`, offer.move),
    lines: lines.concat(charge(scene)),
    brief: lines[0] ?? '',
    tone: 'main',
  };
}

/** What the first Repartir of a partida takes from everybody; empty when it has been taken. */
export function charge({ view }: Scene): string {
  const { costo = 0, times = 1, pots } = caidaOf(view) ?? {};
  if (!costo || pots?.length) return '';
  const params = { amount: money(costo), held: money(costo * (times - 1)) };
  return t(times > 1 ? 'caida.charge.held' : 'caida.charge', params);
}

function moment({ view }: Scene): Moment | null {
  const seen = caidaOf(view);
  if (!seen) return null;
  const [name, paragraph] = {
    POR_REPARTIR: ['deal', seen.deal ? 'K-D2' : 'K-D4'],
    JUEGO: ['play', seen.left ? 'K-P2' : 'K-P1'],
    FIN: ['end', 'K-P5'],
  }[seen.phase] ?? ['play', 'K-P1'];
  return {
    title: word(`caida.rule.${name}.title`, ''),
    text: word(`caida.rule.${name}`, '', { meta: seen.meta ?? META }),
    paragraph: paragraph ?? '',
  };
}

/** What stands at the right of the phases: which deal, how many cards are left. */
function notes(view: View): string[] {
  const { deal = 0, deals = 0, deck = 0, phase } = caidaOf(view) ?? { phase: '' };
  if (!deal || phase === 'FIN') return [];
  return [t('caida.deal.of', { n: deal, all: deals }), t('caida.left.cards', { n: deck })];
}

function figures(info: Pick<TableInfo, 'rules'>): string[] {
  const { costo, comision_bp } = optionsOf(info.rules);
  const meta = (info.rules.meta as number | undefined) ?? META;
  return [
    t('caida.to', { meta }),
    costo ? t('caida.costo', { amount: money(costo) }) : t('caida.free'),
    costo ? t('caida.commission', { percent: String(comision_bp / 100).replace('.', ',') }) : '',
  ].filter(Boolean);
}

/** What getting up means now. */
function leaving({ view }: Scene): string {
  const { costo = 0, pots, phase, mazo = 0 } = caidaOf(view) ?? { phase: 'FIN' };
  if (phase === 'FIN') return t('leave.free');
  if (!mazo) return t('caida.leave.before');
  return costo && pots?.length ? t('caida.leave', { amount: money(costo) }) : t('caida.leave.free');
}

const keys = (): [string, string][] => [
  ['1 2 3', t('caida.keys.digits')],
  ['← →', t('keys.arrows')],
  ['Enter', t('caida.keys.enter')],
  ['A D', t('caida.keys.order')],
  ['R', t('caida.repartir')],
  ['Esc', t('keys.escape')],
  ['?', t('keys.help')],
];

tellers.caida = tell;

export const caida: GameFace = {
  deck: 'spanish',
  phases: ['POR_REPARTIR', 'JUEGO', 'FIN'].map((name) => ({ name })),
  phaseOf: (view: View) => view.phase,
  move,
  moment,
  hand: () => null,
  shown: () => '',
  ladder: [],
  notes,
  figures,
  leaving,
  keys,
  each: true,
};
