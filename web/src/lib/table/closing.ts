// When the host may close the table, as far as this page can know; the server has the last word.
import { seatOf, type Scene } from '../games/face';

/** `yes`: the button stands there; `carry`: only an acumulado keeps it from closing. */
export function closable({ state, seat }: Scene): '' | 'yes' | 'carry' {
  const host = seatOf(state, seat)?.host && state.status === 'waiting' && !state.hand;
  if (!host || state.seats.some((s) => s.seat !== seat && !s.house)) return '';
  return state.carry ? 'carry' : 'yes';
}
