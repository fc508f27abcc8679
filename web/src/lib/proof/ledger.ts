// Keeps the roots and openings of a hand and says which of its cards are proved.
import type { Opening, Root } from '../wire';
import { holds } from './merkle';

export type Verdict = 'ok' | 'missing' | 'wrong' | 'no_root' | 'root_changed';

export interface Finding {
  hand: string;
  card: string;
  /** Shuffle and position, -1 where no opening came. */
  k: number;
  i: number;
  verdict: Verdict;
}

export class Ledger {
  private roots = new Map<string, Root>();
  private openings = new Map<string, Opening[]>();
  private changed = new Set<string>();
  private checked = new Map<string, Verdict>();

  constructor(readonly hand: string) {}

  take(roots: Root[], openings: Opening[]): void {
    for (const root of roots) if (root.hand === this.hand) this.addRoot(root);
    for (const opening of openings) if (opening.hand === this.hand) this.addOpening(opening);
  }

  /** A root that was published once may never change. */
  private addRoot(root: Root): void {
    const key = String(root.k);
    const known = this.roots.get(key);
    if (known && (known.root !== root.root || known.n !== root.n)) this.changed.add(key);
    else this.roots.set(key, root);
  }

  private addOpening(opening: Opening): void {
    const known = this.openings.get(opening.card) ?? [];
    if (known.some((o) => JSON.stringify(o) === JSON.stringify(opening))) return;
    this.openings.set(opening.card, [...known, opening]);
  }

  /** The newest shuffle of the whole deck: a card that is held now must be opened from it on. */
  whole(): number {
    let [most, newest] = [0, 0];
    for (const { k, n } of this.roots.values()) {
      if (n > most || (n === most && k > newest)) newest = k;
      most = Math.max(most, n);
    }
    return newest;
  }

  /** Checks a card that was shown: it needs an opening of shuffle `since` or a later one, and no
   * opening of it may be wrong. */
  async check(card: string, since = 0): Promise<Finding> {
    const openings = (this.openings.get(card) ?? []).filter((o) => o.k >= since);
    if (!openings.length) return { hand: this.hand, card, k: -1, i: -1, verdict: 'missing' };
    let last: Finding | null = null;
    for (const opening of openings) {
      const verdict = await this.verdict(opening);
      last = { hand: this.hand, card, k: opening.k, i: opening.i, verdict };
      if (verdict !== 'ok') return last;
    }
    return last as Finding;
  }

  private async verdict(opening: Opening): Promise<Verdict> {
    if (this.changed.has(String(opening.k))) return 'root_changed';
    const root = this.roots.get(String(opening.k));
    if (!root) return 'no_root';
    const key = JSON.stringify(opening);
    const known = this.checked.get(key);
    if (known) return known;
    const verdict = (await holds(opening, root)) ? 'ok' : 'wrong';
    this.checked.set(key, verdict);
    return verdict;
  }

  /** One position may be claimed by one card only: two openings of a place are both suspect. */
  clashes(): Finding[] {
    const places = new Map<string, Opening>();
    const found: Finding[] = [];
    for (const opening of [...this.openings.values()].flat()) {
      const key = `${opening.k}/${opening.i}`;
      const other = places.get(key);
      if (other && other.card !== opening.card)
        found.push({ ...opening, hand: this.hand, verdict: 'wrong' });
      places.set(key, opening);
    }
    return found;
  }
}
