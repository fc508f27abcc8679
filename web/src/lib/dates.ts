// Moments as a person of the chosen language reads them.
import { language } from './i18n/index.svelte';

const locale = (): string => (language() === 'en' ? 'en' : 'es-CO');

export const dayOf = (at_ms: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full' }).format(at_ms);

export const dayTime = (at_ms: number): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(at_ms);

export const dateTime = (at_ms: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at_ms);
