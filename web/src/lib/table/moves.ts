// What an offer allows, read off the offer alone: no rule of any game is repeated here.
import type { Offer } from '../wire';

export type Wrong = 'low' | 'high' | 'step' | 'none' | 'missing';

export const least = (offer: Offer): number => offer.least ?? 0;
export const most = (offer: Offer): number => offer.most ?? 0;
export const step = (offer: Offer): number => offer.step ?? 1;

/** Whether it takes an amount that the player can choose. */
export const isOpen = (offer: Offer): boolean => most(offer) > 0 && least(offer) < most(offer);

/** The amount that goes with it when there is no choice. */
export const fixedAmount = (offer: Offer): number | undefined =>
  most(offer) > 0 && !isOpen(offer) ? most(offer) : undefined;

export const takesCards = (offer: Offer): boolean => (offer.pick?.[1] ?? 0) > 0;

/** Why an amount cannot be sent, or `none`. */
export function wrong(offer: Offer, amount: number | null): Wrong {
  if (amount === null) return 'missing';
  if (amount < least(offer)) return 'low';
  if (amount > most(offer)) return 'high';
  if (amount % step(offer) && amount !== most(offer)) return 'step';
  return 'none';
}

/** The nearest amount that can be sent. */
export function fit(offer: Offer, amount: number): number {
  if (amount >= most(offer)) return most(offer);
  const grid = step(offer);
  const up = Math.ceil(Math.max(amount, least(offer)) / grid) * grid;
  return Math.min(up, most(offer));
}

/** One step up or down from an amount, on the grid of the offer. */
export function nudge(offer: Offer, amount: number, direction: 1 | -1): number {
  const grid = step(offer);
  const next =
    direction > 0 ? Math.floor(amount / grid) * grid + grid : Math.ceil(amount / grid) * grid - grid;
  return Math.max(fit(offer, least(offer)), fit(offer, next));
}

/** What it takes out of my chips now. */
export function costOf(offer: Offer, amount?: number): number {
  if (most(offer) > 0) return Math.max(0, (amount ?? least(offer)) - (offer.paid ?? 0));
  return offer.cost ?? 0;
}

/** The table's denominations that make sense as additions: at most four, the small coin left out. */
export function additions(denominations: number[], offer: Offer): number[] {
  const room = most(offer) - least(offer);
  const fitting = denominations.filter((d) => d % step(offer) === 0 && d <= room);
  return fitting.length > 4 ? fitting.slice(1, 5) : fitting;
}
