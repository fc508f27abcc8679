// Roots and openings for the scenes: one shuffle of the Spanish deck, proved as the server would.
import type { Opening, Root } from './types';

const sha = async (...parts: Uint8Array[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts.flatMap((p) => [...p]))));
const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const text = new TextEncoder();

export async function prove(hand: string): Promise<{ roots: Root[]; openings: Opening[] }> {
  const cards = [...'oceb'].flatMap((suit) => [...'A234567SCR'].map((rank) => rank + suit));
  const salt = (i: number) => new Uint8Array(16).fill(i + 1);
  const leaves = await Promise.all(
    cards.map((card, i) =>
      sha(Uint8Array.of(0), text.encode('tapete/1'), Uint8Array.of(0), text.encode(hand), Uint8Array.of(0, 0, 0, 0, i), text.encode(card), salt(i)),
    ),
  );
  const paths: Uint8Array[][] = cards.map(() => []);
  const build = async (from: number, to: number): Promise<Uint8Array> => {
    if (to - from === 1) return leaves[from]!;
    let half = 1;
    while (half * 2 < to - from) half *= 2;
    const [left, right] = [await build(from, from + half), await build(from + half, to)];
    for (let i = from; i < to; i++) paths[i]!.push(i < from + half ? right : left);
    return sha(Uint8Array.of(1), left, right);
  };
  const root = hex(await build(0, cards.length));
  return {
    roots: [{ hand, k: 0, n: cards.length, root }],
    openings: cards.map((card, i) => ({ hand, k: 0, i, card, salt: hex(salt(i)), path: paths[i]!.map(hex) })),
  };
}
