// What stands on a seat beside its name: its last word, at most one tag, the hand it showed.
import { t, word } from '../../i18n/index.svelte';
import { money } from '../../money';
import { secondsTo } from '../../table/clock.svelte';
import type { TableStore } from '../../table/store.svelte';
import { wide } from '../../ui/wide.svelte';
import type { SeatView, View } from '../../wire';
import { seatOf, type HandWords } from '../face';

export interface Tag {
  text: string;
  tone: 'brass' | 'red' | 'ink';
}

export function tagOf(store: TableStore, seat: number): Tag | null {
  const seen = store.view?.seats?.find((s) => s.seat === seat);
  if (store.view?.role === seat) return { text: t('tag.mano'), tone: 'brass' };
  if (seen?.state?.toUpperCase() === 'RESTO') return { text: t('tag.resto'), tone: 'red' };
  return null;
}

/** A Paso by where it was said: in the pique, out of the pozo, or a check. My own claim is known to
 * me alone until its contest; the others' stands in their state from there on. */
function said(seen: PrimeraSeat, view: View | null): string {
  if (seen.word !== 'paso') return seen.word ?? '';
  const own = view?.own?.seat === seen.seat ? view.own.word : '';
  if (own === 'llevo' || seen.state === 'reclama') return 'llevo';
  if (seen.said_in === 'PIQUE' || seen.said_in === 'REAPERTURA')
    return wide.yes ? 'paso.pique' : 'paso';
  return seen.state === 'retirado' ? 'paso.out' : 'paso';
}

/** «subió a 12.000», «pasó», «sin conexión · 42 s»: in the past, as a player would say it. `short`
 * = beside a tag. */
export function lastWord(store: TableStore, seat: number, short = false): string {
  const who = store.state ? seatOf(store.state, seat) : undefined;
  const seen = store.view?.seats?.find((s) => s.seat === seat);
  if (!who) return '';
  if (!who.connected && who.grace_ends_ms)
    return t('seat.dropped', { seconds: secondsTo(who.grace_ends_ms) });
  if (!seen) return who.ready ? t(who.waiting ? 'seat.waits' : 'seat.ready') : t('seat.rests');
  if (seen.word) {
    const amount = seen.amount ? money(seen.amount) : '';
    const key = `primera.did.${said(seen, store.view)}`;
    if (short && amount) return word(`${key}.short`, amount, { amount });
    return word(amount ? `${key}.to` : key, word(key, seen.word), { amount });
  }
  return who.house ? t('seat.house') : '';
}

/** The hand that a seat showed, as the server evaluated it. */
export function handOf(view: View | null, seat: number): HandWords | null {
  const shown = (view as PrimeraView | null)?.shown?.find((s) => s.seat === seat);
  if (!shown) return null;
  const title = word(`primera.type.${shown.type}`, shown.type);
  return { title, points: t('primera.points', { points: shown.points }), notes: [] };
}

/** What Primera adds to a seat: the phase of its last word. */
export interface PrimeraSeat extends SeatView {
  said_in?: string;
}

/** What Primera adds to the View. */
export interface PrimeraView extends View {
  happened?: string[];
  shown?: { seat: number; type: string; points: number }[];
  /** The pots that have been paid, in order, and who competed for each. */
  awarded?: { pot: string; amount: number; seats: number[] }[];
  /** Once the hand is over: the seat from which the next La Mano is sought (0: by draw). */
  next_mano?: number;
}
