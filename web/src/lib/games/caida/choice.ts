// One card is chosen at a time; the table's screen keeps a list of marked ones.

export function choose(card: string, marked: readonly string[], onmark: (card: string) => void): void {
  for (const other of marked) if (other !== card) onmark(other);
  if (!marked.includes(card)) onmark(card);
}

/** The chosen one of these cards: the marked one, or the only one there is. */
export const chosenOf = (cards: readonly string[], marked: readonly string[]): string =>
  cards.find((card) => marked.includes(card)) ?? (cards.length === 1 ? (cards[0] ?? '') : '');
