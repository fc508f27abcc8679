// Amounts are whole chips; a reader of either language sees thousands apart.
import { language } from './i18n/index.svelte';

export function money(amount: number): string {
  const mark = language() === 'en' ? ',' : '.';
  const digits = Math.abs(amount)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, mark);
  return (amount < 0 ? '−' : '') + digits;
}

/** With its sign always, as in a list of movements. */
export const signed = (amount: number): string => (amount > 0 ? '+' : '') + money(amount);

/** What a person typed, or null when it is no whole amount: «20.000», «20 000», «20000». */
export function parseAmount(text: string): number | null {
  const plain = text.replace(/[\s.,]/g, '');
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null;
}

/** Minutes and seconds of a clock, «1:34»; never below zero. */
export function minutes(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
