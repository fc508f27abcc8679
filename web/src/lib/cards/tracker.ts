// Which drawn card is which: every card keeps one node for its whole life, so each new picture of
// the table is matched against the last one. A zone is a place that holds cards in order: `deck`,
// `beside`, `board`, `seat:3`; a card is its two characters, or null when only its back is known.

export interface Zone {
  name: string;
  cards: (string | null)[];
}

export interface Node {
  id: number;
  card: string | null;
  zone: string;
  index: number;
}

type Place = Node & { id: -1 };

/** The nodes after a new picture. Ids go on living; new ones start in the deck. */
export function track(nodes: readonly Node[], zones: readonly Zone[]): Node[] {
  const free = [...nodes];
  const result: Node[] = [];
  let wanted: Place[] = zones.flatMap(({ name, cards }) =>
    cards.map((card, index) => ({ id: -1 as const, card, zone: name, index })),
  );
  const settle = (fits: (node: Node, place: Place) => boolean): void => {
    wanted = wanted.filter((place) => {
      const at = free.findIndex((node) => fits(node, place));
      if (at < 0) return true;
      const [node] = free.splice(at, 1);
      result.push({ ...place, id: (node as Node).id });
      return false;
    });
  };
  const sameZone = (n: Node, p: Place) => n.zone === p.zone;
  settle((n, p) => sameZone(n, p) && n.card !== null && n.card === p.card);
  settle((n, p) => n.card !== null && n.card === p.card);
  settle((n, p) => sameZone(n, p) && n.card === null && n.index === p.index);
  settle((n, p) => sameZone(n, p) && (n.card === null || p.card === null));
  settle((n, p) => p.card !== null && n.card === null && n.zone === 'deck');
  settle((n, p) => p.zone.startsWith('seat') && n.zone === 'deck');
  settle((n) => n.card === null);
  settle(() => true);
  let next = Math.max(0, ...nodes.map((n) => n.id)) + 1;
  for (const place of wanted) result.push({ ...place, id: next++ });
  return result.sort((a, b) => a.id - b.id);
}

/** All cards back in the deck, before a new deal. */
export function gather(nodes: readonly Node[]): Node[] {
  return nodes.map((node, index) => ({ ...node, card: null, zone: 'deck', index }));
}
