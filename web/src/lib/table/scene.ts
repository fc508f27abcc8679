// The picture of a table that a game's words look at.
import type { Scene } from '../games/face';
import { balance } from './result';
import type { TableStore } from './store.svelte';

export function sceneOf(store: TableStore): Scene | null {
  const { info, state, view, offers, seat, hand, log } = store;
  if (!info || !state) return null;
  const whole = log.some((seen) => seen.hand === hand && seen.number === 0);
  const mine = balance(log, hand, seat);
  const put = whole ? mine.committed - mine.returned : null;
  return { info, state, view, offers, seat, put };
}
