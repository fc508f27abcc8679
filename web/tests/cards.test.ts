import { describe, expect, it } from 'vitest';
import { cardName } from '../src/lib/cards/names';
import { gather, track, type Node, type Zone } from '../src/lib/cards/tracker';
import { zonesOf } from '../src/lib/cards/zones';

const backs = (n: number): null[] => Array(n).fill(null);
const zone = (name: string, cards: (string | null)[]): Zone => ({ name, cards });
const where = (nodes: Node[], id: number) => nodes.find((n) => n.id === id);

describe('one node per card for its whole life', () => {
  const start = track([], [zone('deck', backs(28))]);
  const dealt = track(start, [
    zone('deck', backs(24)),
    zone('seat:1', ['7o', '2c']),
    zone('seat:2', backs(2)),
  ]);
  it('deals from the deck without making or losing a node', () => {
    expect(start).toHaveLength(28);
    expect(dealt.map((n) => n.id)).toEqual(start.map((n) => n.id));
    expect(dealt.filter((n) => n.zone === 'seat:2')).toHaveLength(2);
  });
  it('turns a shown card over in its place', () => {
    const back = dealt.find((n) => n.zone === 'seat:2')!;
    const shown = track(dealt, [
      zone('deck', backs(24)),
      zone('seat:1', ['7o', '2c']),
      zone('seat:2', ['Ao', null]),
    ]);
    expect(where(shown, back.id)).toMatchObject({ zone: 'seat:2', card: 'Ao' });
  });
  it('sends a discard away and brings another node for its replacement', () => {
    const seven = dealt.find((n) => n.card === '7o')!;
    const two = dealt.find((n) => n.card === '2c')!;
    const after = track(dealt, [
      zone('deck', backs(24)),
      zone('seat:1', ['2c', '5e']),
      zone('seat:2', backs(2)),
    ]);
    expect(where(after, two.id)).toMatchObject({ zone: 'seat:1', index: 0, card: '2c' });
    expect(after.find((n) => n.card === '5e')!.id).not.toBe(two.id);
    expect(after).toHaveLength(28);
    expect(where(after, seven.id)!.card).not.toBe('7o');
  });
  it('keeps my cards when only their order changes', () => {
    const after = track(dealt, [zone('deck', backs(24)), zone('seat:1', ['2c', '7o']), zone('seat:2', backs(2))]);
    for (const card of ['7o', '2c'])
      expect(after.find((n) => n.card === card)!.id).toBe(dealt.find((n) => n.card === card)!.id);
  });
  it('gathers all cards face down before a new deal', () => {
    expect(gather(dealt).every((n) => n.card === null && n.zone === 'deck')).toBe(true);
  });
});

describe('the places of a view', () => {
  it('knows my cards, others as backs, and what was shown', () => {
    const zones = zonesOf({
      phase: 'APUESTA',
      deck: 6,
      beside: 2,
      seats: [
        { seat: 1, chips: 0, backs: 4 },
        { seat: 2, chips: 0, backs: 1, cards: ['Ao'] },
      ],
      own: { seat: 1, cards: ['7o', '6o', '5o', '4o'] },
    });
    expect(zones).toContainEqual({ name: 'seat:1', cards: ['7o', '6o', '5o', '4o'] });
    expect(zones).toContainEqual({ name: 'seat:2', cards: ['Ao', null] });
    expect(zones.find((z) => z.name === 'deck')!.cards).toHaveLength(6);
  });
});

describe('names', () => {
  it.each([['7o', 'siete de oros'], ['Ae', 'as de espadas'], ['Rb', 'rey de bastos'], ['Cc', 'caballo de copas'], ['??', 'carta tapada']])(
    '%s is «%s»',
    (card, name) => expect(cardName(card)).toBe(name),
  );
});
