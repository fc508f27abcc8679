// The words of a game that nobody has dressed yet: its own names for phases and moves, the bounds of
// its offers. Enough to play anything.
import { word } from '../../i18n/index.svelte';
import { money } from '../../money';
import { costOf, fixedAmount } from '../../table/moves';
import type { Offer, Own, View } from '../../wire';
import type { GameFace, HandWords, MoveWords, Scene } from '../face';

const title = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** Each offered move gets the first letter of its name that no other has. */
function letterOf(offer: Offer, scene: Scene): string {
  const taken = new Set<string>();
  for (const { move } of scene.offers) {
    const letter = [...move.toUpperCase()].find((c) => /[A-Z]/.test(c) && !taken.has(c)) ?? '';
    if (move === offer.move) return letter;
    taken.add(letter);
  }
  return '';
}

function move(offer: Offer, scene: Scene, amount?: number): MoveWords {
  const cost = costOf(offer, amount);
  const fixed = fixedAmount(offer);
  const line = cost ? word('move.cost', '', { amount: money(cost) }) : '';
  const value = amount ?? fixed;
  return {
    letter: letterOf(offer, scene),
    title: word(`base.${offer.move}`, title(offer.move)) + (value ? ` ${money(value)}` : ''),
    lines: [line].filter(Boolean),
    brief: line,
    tone: scene.offers[0] === offer ? 'main' : 'plain',
  };
}

function hand(own: Own): HandWords | null {
  const parts = Object.entries(own.rank ?? {});
  if (!parts.length) return null;
  return { title: title(String(parts[0]?.[1] ?? '')), points: parts.slice(1).map(([k, v]) => `${k} ${v}`).join(', '), notes: [] };
}

export const base: GameFace = {
  deck: 'spanish',
  phases: [],
  phaseOf: (view: View) => view.phase,
  move,
  moment: () => null,
  hand,
  shown: () => '',
  ladder: [],
};

export { title };
