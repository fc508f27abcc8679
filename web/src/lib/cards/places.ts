// Where a card's node stands over the felt, and the word that the felt has moved under it.

export interface Box {
  x: number;
  y: number;
  width: number;
  hidden: boolean;
}

export const BASE = 120; // the width in which a node is laid out; its transform scales it

/** Calls `again` when the felt changes its size or is scrolled; returns what ends that. */
export function whenMoved(felt: HTMLElement, again: () => void): () => void {
  const observer = new ResizeObserver(again);
  observer.observe(felt);
  felt.addEventListener('scroll', again, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    felt.removeEventListener('scroll', again, { capture: true });
  };
}
