// Where each seat stands around the felt. Mine is at the bottom; the others follow clockwise, from
// my left over the top to my right. Fractions are of the stage's width and height.

export interface Place {
  seat: number;
  side: 'mine' | 'left' | 'top' | 'right';
  x: number;
  y: number;
}

/** For each number of others: how many on the left, on top, on the right. */
const SPREAD: Record<number, [number, number, number]> = {
  1: [0, 1, 0],
  2: [0, 2, 0],
  3: [1, 1, 1],
  4: [1, 2, 1],
  5: [1, 3, 1],
  6: [1, 4, 1],
};
const TOP_X: Record<number, number[]> = {
  1: [0.5],
  2: [0.3, 0.7],
  3: [0.264, 0.5, 0.736],
  4: [0.19, 0.4, 0.605, 0.81],
};

/** Where the deck and the bottom card lie between the backs of the upper seats: fractions of the
 * width. */
export function middleX(places: readonly Place[]): { deck: number; board: number } {
  const top = places.filter((p) => p.side === 'top').length;
  if (top === 2) return { deck: 0.43, board: 0.57 };
  if (top === 4) return { deck: 0.5, board: 0.7075 };
  return top === 1 ? { deck: 0.36, board: 0.64 } : { deck: 0.382, board: 0.625 };
}

export function arrange(capacity: number, mine: number): Place[] {
  const first = mine || 1;
  const order = Array.from({ length: capacity }, (_, n) => ((first - 1 + n) % capacity) + 1);
  const others = order.slice(1);
  const [left, top] = SPREAD[Math.min(others.length, 6)] ?? [0, 0, 0];
  const xs = TOP_X[top] ?? [];
  const places: Place[] = [{ seat: first, side: 'mine', x: 0.2, y: 0.8 }];
  for (const [n, seat] of others.entries()) {
    if (n < left) places.push({ seat, side: 'left', x: 0, y: 0.459 });
    else if (n < left + top) {
      const x = xs[n - left] ?? 0.5;
      places.push({ seat, side: 'top', x, y: Math.abs(x - 0.5) > 0.28 ? 0.115 : 0.07 });
    } else places.push({ seat, side: 'right', x: 1, y: 0.459 });
  }
  return places;
}
