// Writes the card sprites: one SVG of symbols per deck, drawn by the modules beside it.
// Usage: node src/art/sprite.mjs   (part of `npm run build`, `npm test` and `npm run dev`)
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { french, spanish } from './decks.mjs';

const LIMIT = 60 * 1024; // bytes of text: the sprite stays a small part of the first load
const target = join(dirname(fileURLToPath(import.meta.url)), '../../generated');

mkdirSync(target, { recursive: true });
for (const [name, svg] of [
  ['spanish', spanish()],
  ['french', french()],
]) {
  const size = Buffer.byteLength(svg);
  if (size > LIMIT) throw new Error(`sprite ${name}: ${size} bytes, the limit is ${LIMIT}`);
  writeFileSync(join(target, `${name}.svg`), svg);
  console.log(`sprite ${name}: ${(size / 1024).toFixed(1)} KB`);
}
