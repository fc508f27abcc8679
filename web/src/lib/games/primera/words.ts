// Primera in words: phases, moves, the rule of the moment, the hand.
import { cardName, rankName, suitName, suitOf } from '../../cards/names';
import { list, t, word } from '../../i18n/index.svelte';
import { money } from '../../money';
import { costOf, fixedAmount, isOpen } from '../../table/moves';
import type { Offer, Own, View } from '../../wire';
import type { GameFace, HandWords, Moment, MoveWords, Phase, Scene } from '../face';
import type { PrimeraView } from './status';

const PHASES: Phase[] = [
  { name: 'SORTEO', maybe: true },
  { name: 'REPARTO' },
  { name: 'PIQUE' },
  { name: 'COMPLETAR' },
  { name: 'APUESTA' },
  { name: 'VALIDACION', maybe: true },
  { name: 'DESCARTE' },
  { name: 'CARTA_FONDO' },
  { name: 'GUERRA' },
  { name: 'CANTICOS', maybe: true },
  { name: 'DECLARACION', maybe: true },
  { name: 'GUERRA_JUEGO', maybe: true },
  { name: 'SHOWDOWN' },
];
const UNDER: Record<string, string> = {
  REAPERTURA: 'PIQUE',
  REINICIO: 'PIQUE',
  REPOSICION: 'DESCARTE',
  MOSTRAR: 'SHOWDOWN',
  FIN: 'SHOWDOWN',
  CANCELADA: 'SHOWDOWN',
};
const LETTERS: Record<string, string> = {
  voy: 'V',
  paso: 'P',
  pasar: 'P',
  igualar: 'I',
  resto: 'R',
  llevo: 'L',
  no_llevo: 'N',
  descartar: 'D',
  declarar: 'D',
  mostrar: 'M',
  ocultar: 'O',
};

const chips = (scene: Scene): number =>
  scene.view?.seats?.find((s) => s.seat === scene.seat)?.chips ?? 0;
const pot = (scene: Scene, name: string): number =>
  scene.view?.pots?.find((p) => p.name === name)?.amount ?? 0;
const owes = (scene: Scene): number => scene.view?.own?.owes ?? 0;
const left = (scene: Scene, cost: number): string =>
  t('move.left', { amount: money(chips(scene) - cost) });

/** The one filled button: what costs least and goes on. */
function isMain(offer: Offer, scene: Scene): boolean {
  const has = (move: string) => scene.offers.some((o) => o.move === move);
  if (['igualar', 'descartar', 'declarar', 'mostrar'].includes(offer.move)) return true;
  if (offer.move === 'paso') return owes(scene) === 0 && scene.view?.phase !== 'PIQUE';
  if (offer.move === 'pasar') return !has('igualar');
  return offer.move === 'voy' && scene.view?.phase === 'PIQUE' && !isOpen(offer);
}

/** What retiring means: my chips in the pots stay there. */
const leaving = (scene: Scene): string[] =>
  scene.put
    ? [t('primera.retire'), t('primera.leaves', { amount: money(scene.put) })]
    : [t('primera.retire')];

function pique(offer: Offer, scene: Scene): Partial<MoveWords> | null {
  const phase = scene.view?.phase ?? '';
  if (phase !== 'PIQUE' && phase !== 'REAPERTURA') return null;
  if (offer.move === 'paso')
    return { lines: [t('primera.paso.pique')], brief: t('primera.paso.pique.brief') };
  const fixed = fixedAmount(offer);
  if (offer.move !== 'voy' || fixed === undefined) return null;
  const all = fixed === chips(scene);
  const line = all ? t('primera.voy.all') : left(scene, costOf(offer, fixed));
  return {
    title: t('primera.voy.price', { amount: money(fixed) }),
    lines: [t('primera.voy.pique'), line],
    brief: line,
    ...(all ? { tone: 'danger' as const, confirm: t('primera.resto.ask') } : {}),
  };
}

function words(offer: Offer, scene: Scene, amount?: number): Partial<MoveWords> {
  const cost = costOf(offer, amount);
  switch (offer.move) {
    case 'voy':
      return {
        title: t('primera.voy.to', { amount: money(amount ?? 0) }),
        lines: [t('primera.puts', { amount: money(cost) })],
        brief: t('primera.puts', { amount: money(cost) }),
        tone: 'lit',
      };
    case 'igualar':
      if (scene.view?.phase === 'VALIDACION')
        return {
          title: t('primera.igualar.window', { amount: money(amount ?? 0) }),
          lines: [t('primera.igualar.window.line'), left(scene, cost)],
          brief: left(scene, cost),
        };
      return {
        title: t('primera.igualar', { amount: money(cost) }),
        lines: [t('primera.igualar.line'), left(scene, cost)],
        brief: left(scene, cost),
      };
    case 'resto':
      return {
        title: t('primera.resto'),
        lines: [money(chips(scene)), t('primera.resto.line')],
        brief: t('primera.resto.brief', { amount: money(chips(scene)) }),
        tone: 'danger',
        confirm: t('primera.resto.ask', { amount: money(chips(scene)) }),
      };
    case 'paso':
      return owes(scene) > 0
        ? {
            title: t('primera.paso.out'),
            lines: leaving(scene),
            brief: t('primera.retire'),
          }
        : { lines: [t('primera.check')], brief: t('primera.check') };
    case 'descartar':
      return {
        title: amount
          ? t('primera.descartar.some', { count: amount })
          : t('primera.descartar.none'),
        lines: [t('primera.descartar.line')],
        brief: t('primera.descartar.line'),
      };
    case 'no_llevo':
      return {
        lines: leaving(scene),
        brief: t('primera.retire'),
      };
    case 'llevo':
      if (scene.view?.phase === 'VALIDACION')
        return {
          lines: [t('primera.window.llevo', { amount: money(pot(scene, 'pique')) })],
          brief: t('primera.llevo.brief', { amount: money(pot(scene, 'pique')) }),
        };
      return {
        lines: [t('primera.llevo.line', { amount: money(pot(scene, 'pique')) })],
        brief: t('primera.llevo.brief', { amount: money(pot(scene, 'pique')) }),
      };
    default:
      return {};
  }
}

/** The paragraph of a move: by the phase where that decides, else by the move. */
const MOVE_RULES: Record<string, string> = {
  voy: 'P-C1',
  igualar: 'P-C1',
  paso: 'P-C1',
  resto: 'P-C2',
  llevo: 'P-L1',
  no_llevo: 'P-L1',
};
const PHASE_RULES: Record<string, string> = {
  PIQUE: 'P-B2',
  REAPERTURA: 'P-B3',
  VALIDACION: 'P-L3',
  DESCARTE: 'P-D2',
  DECLARACION: 'P-J3',
  GUERRA_JUEGO: 'P-J4',
  MOSTRAR: 'P-J5',
};

function move(offer: Offer, scene: Scene, amount?: number): MoveWords {
  const key = `primera.${offer.move}`;
  const base: MoveWords = {
    letter: LETTERS[offer.move] ?? '',
    paragraph: PHASE_RULES[scene.view?.phase ?? ''] ?? MOVE_RULES[offer.move] ?? '',
    title: word(key, offer.move),
    lines: [word(`${key}.line`, '')].filter(Boolean),
    brief: word(`${key}.brief`, word(`${key}.line`, '')),
    tone: isMain(offer, scene) ? 'main' : 'plain',
  };
  return { ...base, ...words(offer, scene, amount), ...(pique(offer, scene) ?? {}) };
}

/** The rule of this moment: what I may do if I am asked, else what the phase is. */
function moment(scene: Scene): Moment | null {
  if (!scene.view) return null;
  const has = (name: string) => scene.offers.some((o) => o.move === name);
  const phase = scene.view.phase;
  let key = phase;
  if (has('llevo')) key = phase === 'VALIDACION' ? 'VALIDACION' : 'LLEVO';
  else if (has('resto') && !has('igualar')) key = owes(scene) > 0 ? 'SHORT' : phase;
  const found = RULES[key] ?? RULES[UNDER[key] ?? ''];
  if (!found) return null;
  const name = RULES[key] ? key : (UNDER[key] ?? key);
  return {
    title: word(`primera.rule.${name}`, name),
    text: word(`primera.rule.${name}.text`, ''),
    paragraph: found,
  };
}

const RULES: Record<string, string> = {
  SORTEO: 'P-A1',
  REPARTO: 'P-D1',
  PIQUE: 'P-B1',
  REAPERTURA: 'P-B3',
  REINICIO: 'P-B5',
  COMPLETAR: 'P-D1',
  APUESTA: 'P-C1',
  LLEVO: 'P-L1',
  SHORT: 'P-C2',
  VALIDACION: 'P-L3',
  DESCARTE: 'P-D2',
  CARTA_FONDO: 'P-D3',
  GUERRA: 'P-J1',
  CANTICOS: 'P-J2',
  DECLARACION: 'P-J3',
  GUERRA_JUEGO: 'P-J4',
  SHOWDOWN: 'P-F4',
  MOSTRAR: 'P-J5',
};

function hand(own: Own, scene: Scene): HandWords | null {
  const type = String(own.rank?.type ?? '');
  if (!type) return null;
  const points = Number(own.rank?.points ?? 0);
  const notes = [makes(type, own.uses ?? [])].filter(Boolean);
  if (scene.view?.role === own.seat) notes.push(t('primera.mano.bonus'));
  return {
    title: word(`primera.type.${type}`, type),
    points: t('primera.points', { points }),
    notes,
  };
}

/** «As, 6 y 7 de oros» where one suit makes it, «una de cada palo» where all four do. */
function makes(type: string, uses: string[]): string {
  if (type === 'primera') return t('primera.makes.primera');
  const suits = new Set(uses.map(suitOf));
  if (!uses.length || suits.size !== 1) return list(uses.map(cardName));
  const order = 'A234567SCR';
  const ranks = [...uses].sort((a, b) => order.indexOf(a[0] ?? '') - order.indexOf(b[0] ?? ''));
  return t('primera.makes.suit', { ranks: list(ranks.map(rankName)), suit: suitName(uses[0] ?? '') });
}

function shown(view: View | null, seat: number): string {
  const found = (view as PrimeraView | null)?.shown?.find((s) => s.seat === seat);
  if (!found) return '';
  const bonus = view?.role === seat ? ' +1' : '';
  return `${word(`primera.type.${found.type}`, found.type)} ${found.points}${bonus}`;
}

/** Who will be La Mano if everybody who is ready stays: the first of them from the seat on which
 * the server says that the title is sought. */
function next(scene: Scene): string {
  const from = (scene.view as PrimeraView | null)?.next_mano ?? 0;
  const stay = scene.state.seats.filter((s) => s.ready && !s.left && s.chips >= scene.info.stake);
  if (!from || stay.length < 2) return '';
  const heir = stay.find((s) => s.seat >= from) ?? stay[0]!;
  return heir.seat === scene.seat
    ? t('primera.next.me')
    : t('primera.next', { nick: heir.nick });
}

export const primera: GameFace = {
  deck: 'spanish',
  phases: PHASES,
  phaseOf: (view: View) => UNDER[view.phase] ?? view.phase,
  move,
  moment,
  hand,
  rivals: (view) => ((view as PrimeraView | null)?.awarded ?? []).map((pot) => pot.seats),
  next,
  shown,
  ladder: ['segunda', 'chivo', 'primera', 'puntos'].map((key) => ({ key })),
};

