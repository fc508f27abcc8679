// What a partida tells of itself, read off its events: the canto that was just paid, the account
// of a mazo, the account of the money. Nothing is worked out that the events do not say.
import type { Seen } from '../../wire';
import type { CaidaView } from './view';

type Told = Extract<Seen['event'], { type: 'told' }>;
type Moved = Extract<Seen['event'], { type: 'moved' }>;

export interface Paid {
  seat: number;
  points: number;
  cards: string[];
  /** The canto as it is called when it is paid: `ronda R`. */
  label: string;
}

/** One player's line in the account of a mazo. */
export interface Captured {
  seat: number;
  cards: number;
  excess: number;
}

export interface Moments {
  canto: Paid | null;
  mazo: Captured[];
  rest: { seat: number; count: number } | null;
  tribilin: { seat: number; cards: string[] }[];
}

const toldOf = (log: readonly Seen[], hand: string): Told[] =>
  log.flatMap(({ event, hand: of }) => (of === hand && event.type === 'told' ? [event] : []));

/** Everything since the dealer pressed Repartir for the last time. */
export function moments(log: readonly Seen[], hand: string): Moments {
  const all = toldOf(log, hand);
  const from = all.findLastIndex((event) => event.what === 'reparte');
  const found: Moments = { canto: null, mazo: [], rest: null, tribilin: [] };
  for (const event of all.slice(from + 1)) {
    const { what, word = '', seat = 0, amount = 0, cards = [] } = event;
    if (what === 'canto_pagado') found.canto = { seat, points: amount, cards, label: word };
    else if (what === 'capturadas') found.mazo.push({ seat, cards: amount, excess: 0 });
    else if (what === 'sobrantes') found.rest = { seat, count: amount };
    else if (what === 'tribilin') found.tribilin.push({ seat, cards });
    else if (what === 'puntos' && word === 'excedente') {
      const row = found.mazo.find((r) => r.seat === seat);
      if (row) row.excess = amount;
    }
  }
  return found;
}

/** Who left the card that can fall now. */
export function leftBy(log: readonly Seen[], hand: string, card: string): number {
  const play = toldOf(log, hand).findLast((e) => e.what === 'jugada' && e.cards?.[0] === card);
  return card ? (play?.seat ?? 0) : 0;
}

/** The points that the sung order gave at this mazo's first deal: seat, amount, cause. */
export function dealPoints(log: readonly Seen[], hand: string): Told | null {
  const all = toldOf(log, hand);
  const from = all.findLastIndex((event) => event.what === 'mazo');
  if (from < 0) return null;
  return all.slice(from).find((e) => e.what === 'puntos' && ['reparto', 'mal_echada'].includes(e.word ?? '')) ?? null;
}

/** What one step gave to a seat, summed, with the cause of the greatest part. */
export function justWon(events: readonly Seen[], seat: number): { points: number; cause: string } | null {
  let [points, cause, most] = [0, '', 0];
  for (const { event } of events) {
    if (event.type !== 'told' || event.what !== 'puntos' || event.seat !== seat) continue;
    const amount = event.amount ?? 0;
    points += amount;
    if (amount > most) [most, cause] = [amount, event.word ?? ''];
  }
  return points ? { points, cause } : null;
}

/** One player's line in the account of the money. */
export interface Share {
  seat: number;
  paid: number;
  back: number;
  won: number;
}

export interface Settlement {
  kind: 'won' | 'abandoned' | 'cancelled' | 'nothing';
  /** Who won or who left. */
  seat: number;
  cause: string;
  entries: number;
  extras: number;
  carry: number;
  commission: number;
  prize: number;
  pot: number;
  /** What an abandonment left to the next pot. */
  left: number;
  shares: Share[];
}

const seatIn = (account: string): number =>
  account.startsWith('seat:') ? Number(account.slice(5)) : 0;

/** How the partida ended and what moved in its last step. Null while it runs. */
export function settlement(log: readonly Seen[], hand: string, view: CaidaView): Settlement | null {
  if (view.phase !== 'FIN') return null;
  const ends = ['gana', 'abandona', 'cancelada', 'sin_efecto'];
  const at = log.findLastIndex(({ event, hand: of }) => of === hand && event.type === 'told' && ends.includes(event.what));
  const end = log[at]?.event as Told | undefined;
  const moves = log.slice(at + 1).flatMap(({ event, hand: of }) => (of === hand && event.type === 'moved' ? [event] : []));
  const kinds = { gana: 'won', abandona: 'abandoned', cancelada: 'cancelled' } as const;
  const kind = (kinds[end?.what as keyof typeof kinds] ??
    (view.winner ? 'won' : 'nothing')) as Settlement['kind'];
  const sum = (why: string, of?: (m: Moved) => boolean) =>
    moves.filter((m) => m.why === why && (!of || of(m))).reduce((s, m) => s + m.amount, 0);
  const charged = kind !== 'nothing' && moves.length > 0;
  const costo = charged ? (view.costo ?? 0) : 0;
  const held = costo * ((view.times ?? 1) - 1);
  const seats = (view.seats ?? []).map((s) => s.seat);
  const to = (seat: number) => (m: Moved) => seatIn(m.target) === seat;
  const entries = costo * seats.length;
  const [extras, carry] = [sum('EXTRA'), sum('ACUMULADO')];
  return {
    kind,
    seat: kind === 'won' ? (view.winner ?? end?.seat ?? 0) : (end?.seat ?? 0),
    cause: view.cause || end?.word || '',
    entries,
    extras,
    carry,
    commission: sum('COMISION'),
    prize: sum('PREMIO'),
    pot: entries + extras + carry,
    left: sum('ABANDONO'),
    shares: seats.map((seat) => ({
      seat,
      paid: costo + held - sum('LIBERACION', to(seat)),
      back: sum('REINTEGRO', to(seat)) + sum('COMPENSACION', to(seat)),
      won: sum('PREMIO', to(seat)),
    })),
  };
}
