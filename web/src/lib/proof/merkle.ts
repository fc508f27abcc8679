// The check of PROOF.md, written from its text alone: a card travels with its salt and its path,
// and together they must lead to the root that was published before the first card.
import type { Opening, Root } from '../wire';

const LEAF = 0x00;
const NODE = 0x01;
const NAME = 'tapete/1';
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const text = new TextEncoder();

function bytesOf(hex: string, length: number): Uint8Array | null {
  if (hex.length !== length * 2 || !/^[0-9a-f]*$/.test(hex)) return null;
  return Uint8Array.from({ length }, (_, n) => parseInt(hex.slice(2 * n, 2 * n + 2), 16));
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const short = (n: number): Uint8Array => new Uint8Array([n >> 8, n & 0xff]);
const isShort = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= 0xffff;

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

/** The sides of the path from leaf `i` of `n` up: true where the sibling stands on the left. */
function sides(i: number, n: number): boolean[] {
  if (n === 1) return [];
  let half = 1;
  while (half * 2 < n) half *= 2;
  return i < half ? [...sides(i, half), false] : [...sides(i - half, n - half), true];
}

/** Whether an opening leads to the root it belongs to. Anything malformed is simply false. */
export async function holds(opening: Opening, root: Root): Promise<boolean> {
  const { hand, k, i, card } = opening;
  if (hand !== root.hand || k !== root.k || !isShort(k) || !isShort(root.n)) return false;
  if (!Number.isInteger(i) || i < 0 || i >= root.n || !/^[\x21-\x7e]{2}$/.test(card)) return false;
  const salt = bytesOf(opening.salt, SALT_BYTES);
  const goal = bytesOf(root.root, HASH_BYTES);
  const turns = sides(i, root.n);
  if (!salt || !goal || turns.length !== opening.path.length) return false;
  const zero = new Uint8Array([0]);
  const name = [text.encode(NAME), zero, text.encode(hand), zero];
  const place = [short(k), short(i), text.encode(card), salt];
  let hash = await sha256(join(new Uint8Array([LEAF]), ...name, ...place));
  for (const [level, left] of turns.entries()) {
    const sibling = bytesOf(opening.path[level] ?? '', HASH_BYTES);
    if (!sibling) return false;
    const pair = left ? [sibling, hash] : [hash, sibling];
    hash = await sha256(join(new Uint8Array([NODE]), ...pair));
  }
  return hash.every((byte, n) => byte === goal[n]);
}
