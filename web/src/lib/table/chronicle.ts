// The log in words. Facts and movements become sentences by their own names: a dictionary entry
// `fact.NAME` or `money.WHY` makes a line, a missing one makes none. Names stand between asterisks.
import { cardName } from '../cards/names';
import { language, list, t, word } from '../i18n/index.svelte';
import { money } from '../money';
import type { Seen } from '../wire';

export interface Line {
  key: string;
  text: string;
  heading?: boolean;
  seat?: number;
}

export interface Names {
  /** Who was dealt in at a seat; `sits` = who sits there now. */
  nick(seat: number, sits?: boolean): string;
  me: number;
  game: string;
}

const bold = (names: Names, seat: number, sits = false): string =>
  `*${seat === names.me ? t('you') : names.nick(seat, sits)}*`;

const seatIn = (account: string): number =>
  account.startsWith('seat:') ? Number(account.slice(5)) : 0;

/** The sentence of one fact, empty when it needs none. `.me` has its own wording where it exists. */
function told(event: Extract<Seen['event'], { type: 'told' }>, names: Names): string {
  const seat = event.seat ?? 0;
  const cards = (event.cards ?? []).filter((c) => c !== '??').map(cardName);
  const params = {
    who: seat ? bold(names, seat, event.what.startsWith('table_')) : '',
    amount: money(event.amount ?? 0),
    count: event.amount ?? 0,
    cards: list(cards),
    word: said(names.game, event.word ?? ''),
    nick: event.word ?? '',
  };
  const key = `fact.${event.what}`;
  const variants = [
    seat === names.me ? `${key}.${event.word}.me` : '',
    event.word ? `${key}.${event.word}` : '',
    seat && seat === names.me ? `${key}.me` : '',
    cards.length ? `${key}.cards` : '',
    event.amount ? `${key}.amount` : '',
    key,
  ];
  for (const variant of variants) {
    const text = variant ? word(variant, '', params) : '';
    if (text) return text;
  }
  return '';
}

const said = (game: string, text: string): string =>
  text ? word(`${game}.type.${text}`, word(`word.${text}`, text)) : '';

/** Movements with one reason become one sentence: «Elena y Beto: Banda de 2.000». */
function moved(group: Extract<Seen['event'], { type: 'moved' }>[], names: Names): string {
  const first = group[0];
  if (!first) return '';
  const rake = group.filter((m) => m.target === 'house:rake').reduce((s, m) => s + m.amount, 0);
  const seats = group.map((m) => seatIn(m.source) || seatIn(m.target)).filter(Boolean);
  const amounts = new Set(group.filter((m) => m.target !== 'house:rake').map((m) => m.amount));
  const pot = [first.source, first.target].find((a) => a.startsWith('pot:'))?.slice(4) ?? '';
  const params = {
    who:
      amounts.size > 1
        ? list(
            group
              .filter((m) => m.target !== 'house:rake')
              .map((m) => `${bold(names, seatIn(m.source) || seatIn(m.target))} ${money(m.amount)}`),
          )
        : list([...new Set(seats)].map((s) => bold(names, s))),
    amount: money([...amounts][0] ?? 0),
    rake: money(rake),
    pot: word(`pot.${pot}`, pot).toLowerCase(),
  };
  const many = amounts.size > 1 ? '.many' : '';
  const base = word(`money.${first.why}${many}`, word(`money.${first.why}`, ''), params);
  return base && rake ? `${base} ${t('money.rake', { rake: params.rake })}` : base;
}

export type Tell = (log: readonly Seen[], names: Names, rest: (log: readonly Seen[]) => Line[]) => Line[];

/** Games that tell their log themselves; `rest` tells what is not theirs. */
export const tellers: Record<string, Tell> = {};

/** The lines of a stretch of the log, oldest first, with a heading where a new phase begins. */
export function chronicle(log: readonly Seen[], names: Names): Line[] {
  void language();
  const own = tellers[names.game];
  if (own) return own(log, names, (more) => chronicle(more, { ...names, game: '' }));
  const lines: Line[] = [];
  let group: Extract<Seen['event'], { type: 'moved' }>[] = [];
  let at = '';
  const flush = () => {
    const text = moved(group, names);
    if (text) lines.push({ key: `m${at}`, text });
    group = [];
  };
  for (const { event, hand, number } of log) {
    if (event.type === 'moved') {
      if (group.length && group[0]?.why !== event.why) flush();
      at = `${hand}/${number}`;
      group.push(event);
      continue;
    }
    flush();
    const text = told(event, names);
    if (text.startsWith('#')) lines.push({ key: `${hand}/${number}`, text: text.slice(1), heading: true });
    else if (text) lines.push({ key: `${hand}/${number}`, text, seat: event.seat ?? 0 });
  }
  flush();
  return lines;
}

/** The same sentence for a voice: no asterisks, and a stop at its end. */
export const spoken = (text: string): string => text.replaceAll('*', '').replace(/([^.:!?])$/, '$1.');

/** Plain and bold pieces of a line. */
export const pieces = (text: string): { text: string; strong: boolean }[] =>
  text
    .split('*')
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter((part) => part.text);
