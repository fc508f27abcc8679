// A finding of the proof as a sentence: which card, hand, shuffle and position, and what is wrong.
import { cardName } from '../cards/names';
import { t, word } from '../i18n/index.svelte';
import type { Finding } from './ledger';

export function findingText({ card, hand, k, i, verdict }: Finding): string {
  const key = verdict === 'missing' ? 'proof.finding.missing' : 'proof.finding';
  return `${t(key, { card: cardName(card), hand, k, i })} ${word(`proof.${verdict}`, verdict)}`;
}
