// The places of a view that hold cards, in the order in which a deal serves them.
import type { View } from '../wire';
import type { Zone } from './tracker';

const backs = (count: number): null[] => Array.from({ length: count }, () => null);

export function zonesOf(view: View | null): Zone[] {
  if (!view) return [];
  const zones: Zone[] = [
    { name: 'deck', cards: backs(view.deck ?? 0) },
    { name: 'beside', cards: backs(view.beside ?? 0) },
    { name: 'board', cards: view.board ?? [] },
  ];
  for (const seat of view.seats ?? []) {
    const own = view.own?.seat === seat.seat ? (view.own.cards ?? []) : [];
    const shown = seat.cards ?? [];
    const held = shown.length + (seat.backs ?? 0);
    const known = own.length >= shown.length ? own : shown;
    const hidden = Math.max(0, held - known.length);
    zones.push({ name: `seat:${seat.seat}`, cards: [...known, ...backs(hidden)] });
  }
  return zones;
}
