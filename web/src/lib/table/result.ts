// What a hand paid, read off the movements of money: gross, rake and shares of each pot, and my net.
import { list, t, word } from '../i18n/index.svelte';
import { money } from '../money';
import type { Seen } from '../wire';
import type { TableStore } from './store.svelte';
import { nickOf } from '../games/face';

export interface Share {
  seat: number;
  amount: number;
}

/** One adjudication: a pot (or a level of it), what was taken from it and who received what. */
export interface Award {
  pot: string;
  gross: number;
  rake: number;
  shares: Share[];
}

const seatIn = (account: string): number =>
  account.startsWith('seat:') ? Number(account.slice(5)) : 0;

/** Consecutive movements with one reason are one row; anything told between them parts two. */
export function awards(log: readonly Seen[], hand: string): Award[] {
  const found: Award[] = [];
  let open: Award | null = null;
  for (const { event, hand: of } of log) {
    if (of !== hand) continue;
    if (event.type !== 'moved' || event.why !== 'PREMIO') {
      open = null;
      continue;
    }
    if (!open || open.pot !== event.source) {
      open = { pot: event.source, gross: 0, rake: 0, shares: [] };
      found.push(open);
    }
    open.gross += event.amount;
    const seat = seatIn(event.target);
    if (seat) open.shares.push({ seat, amount: event.amount });
    else open.rake += event.amount;
  }
  return found;
}

/** Put in, come back, won, and the difference, for one seat in one hand. */
export interface Balance {
  committed: number;
  returned: number;
  won: number;
  net: number;
}

export function balance(log: readonly Seen[], hand: string, seat: number): Balance {
  const sum = { committed: 0, returned: 0, won: 0, net: 0 };
  const mine = `seat:${seat}`;
  for (const { event, hand: of } of log) {
    if (of !== hand || event.type !== 'moved') continue;
    if (event.source === mine) sum.committed += event.amount;
    if (event.target !== mine) continue;
    if (event.why === 'PREMIO') sum.won += event.amount;
    else sum.returned += event.amount;
  }
  sum.net = sum.won + sum.returned - sum.committed;
  return sum;
}

const potName = (account: string): string => {
  const name = account.replace('pot:', '');
  return word(`pot.${name}`, name).toLowerCase();
};

/** The end of a hand in a title and one or two sentences. */
export function headline(
  store: TableStore,
  handName: (seat: number) => string,
): { title: string; lines: string[] } {
  const state = store.state;
  if (!state) return { title: '', lines: [] };
  if (store.view?.phase === 'CANCELADA')
    return { title: t('result.cancelled'), lines: [t('result.cancelled.line')] };
  const rows = awards(store.log, store.hand);
  const top = new Map<number, number>();
  for (const { shares } of rows)
    for (const { seat, amount } of shares) top.set(seat, (top.get(seat) ?? 0) + amount);
  const best = [...top.entries()].sort((a, b) => b[1] - a[1])[0];
  if (!best) return { title: t('result'), lines: [] };
  const mine = store.seat > 0 && top.has(store.seat) ? store.seat : best[0];
  const me = mine === store.seat;
  const who = nickOf(state, mine);
  const hand = store.view?.own && me ? myHand(store) || handName(mine) : handName(mine);
  const key = `result.${me ? 'you' : 'other'}${hand ? '.with' : ''}`;
  const parts = rows
    .filter((row) => row.shares.some((s) => s.seat === mine))
    .map((row) => {
      const amount = row.shares.find((s) => s.seat === mine)?.amount ?? 0;
      return t('result.part', { amount: money(amount), pot: potName(row.pot) });
    });
  const others = [...top.keys()].filter((seat) => seat !== mine);
  const lines = [`${list(parts)}.`];
  if (others.length)
    lines.push(
      t('result.also', {
        who: list(others.map((s) => `${s === store.seat ? t('you') : nickOf(state, s)} (${money(top.get(s) ?? 0)})`)),
      }),
    );
  return { title: word(key, who, { who, hand }), lines };
}

function myHand(store: TableStore): string {
  const type = String(store.view?.own?.rank?.type ?? '');
  return type ? word(`${store.info?.game}.type.${type}`, type) : '';
}
