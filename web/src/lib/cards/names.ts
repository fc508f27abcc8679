// How a card is called: «siete de oros», «seven of coins».
import { word } from '../i18n/index.svelte';

export const rankOf = (card: string): string => card[0] ?? '';
export const suitOf = (card: string): string => card[1] ?? '';
export function cardName(card: string): string {
  if (card === '??') return word('card.unknown', '??');
  const rank = word(`rank.${rankOf(card)}`, rankOf(card));
  return word('card.name', card, { rank, suit: word(`suit.${suitOf(card)}`, suitOf(card)) });
}

/** The rank alone, for a sentence that names the suit once: «As, 6 y 7 de oros». */
export const rankName = (card: string): string =>
  word(`rank.short.${rankOf(card)}`, rankOf(card));

export const suitName = (card: string): string => word(`suit.${suitOf(card)}`, suitOf(card));
