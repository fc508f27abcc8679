import { describe, expect, it } from 'vitest';
import { prove } from '../dev/prove';
import { Ledger } from '../src/lib/proof/ledger';
import { holds } from '../src/lib/proof/merkle';
import type { Opening, Root } from '../src/lib/wire';
import { vectors } from './shared';

interface Case extends Root {
  open: Omit<Opening, 'hand' | 'k'>[];
  refuse: (Omit<Opening, 'hand' | 'k'> & { why: string; hand?: string; k?: number })[];
}
const cases = vectors<Case[]>('proof.json');

describe.skipIf(!cases)('the shared proof vectors (absent: ../shared is not there)', () => {
  for (const one of cases ?? []) {
    const own = { hand: one.hand, k: one.k };
    it(`${one.hand} k=${one.k} n=${one.n}: ${one.open.length} hold`, async () => {
      for (const opening of one.open) expect(await holds({ ...own, ...opening }, one)).toBe(true);
    });
    it(`${one.hand} k=${one.k} n=${one.n}: ${one.refuse.length} are refused`, async () => {
      for (const { why, ...opening } of one.refuse)
        expect(await holds({ ...own, ...opening }, one), why).toBe(false);
    });
  }
});

describe('an opening', () => {
  it('holds for every position of a deck, and for no other card, place or shuffle', async () => {
    const { roots, openings } = await prove('h1');
    const root = roots[0]!;
    for (const opening of openings) expect(await holds(opening, root)).toBe(true);
    const one = openings[5]!;
    for (const wrong of [
      { card: 'Ao' }, { i: 6 }, { k: 1 }, { hand: 'h2' }, { i: -1 }, { i: 28 }, { i: 1.5 },
      { salt: one.salt.slice(2) }, { salt: one.salt.toUpperCase().replace('0', 'G') },
      { path: one.path.slice(1) }, { path: [...one.path].reverse() }, { card: '7ö' },
    ])
      expect(await holds({ ...one, ...wrong }, root), JSON.stringify(wrong)).toBe(false);
  });
});

describe('the ledger of a hand', () => {
  it('names a card that came without its opening', async () => {
    const ledger = new Ledger('h1');
    const { roots, openings } = await prove('h1');
    ledger.take(roots, openings.slice(0, 3));
    expect((await ledger.check(openings[0]!.card)).verdict).toBe('ok');
    expect(await ledger.check(openings[9]!.card)).toMatchObject({ verdict: 'missing', k: -1 });
  });
  it('names an opening of a shuffle that was never published', async () => {
    const ledger = new Ledger('h1');
    const { openings } = await prove('h1');
    ledger.take([], openings);
    expect((await ledger.check('Ao')).verdict).toBe('no_root');
  });
  it('does not accept a root that changed after it was published', async () => {
    const ledger = new Ledger('h1');
    const { roots, openings } = await prove('h1');
    ledger.take(roots, openings);
    ledger.take([{ ...roots[0]!, root: '00'.repeat(32) }], []);
    expect((await ledger.check('Ao')).verdict).toBe('root_changed');
  });
  it('asks of a held card an opening since the newest whole shuffle', async () => {
    const ledger = new Ledger('h1');
    const { roots, openings } = await prove('h1');
    ledger.take([...roots, { ...roots[0]!, k: 1 }, { ...roots[0]!, k: 2, n: 5 }], openings);
    expect(ledger.whole()).toBe(1);
    expect((await ledger.check('Ao', ledger.whole())).verdict).toBe('missing');
  });
});
