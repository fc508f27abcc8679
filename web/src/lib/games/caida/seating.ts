// Where each seat stands: mine below, the others clockwise from my left over the top to my right.

export interface Place {
  seat: number;
  side: 'mine' | 'left' | 'top' | 'right';
}

const SIDES: Record<number, Place['side'][]> = {
  1: ['top'],
  2: ['left', 'right'],
  3: ['left', 'top', 'right'],
};

export function arrange(capacity: number, mine: number): Place[] {
  const first = mine || 1;
  const order = Array.from({ length: capacity }, (_, n) => ((first - 1 + n) % capacity) + 1);
  const sides = SIDES[capacity - 1] ?? [];
  return order.map((seat, n) => ({ seat, side: n === 0 ? 'mine' : (sides[n - 1] ?? 'top') }));
}
