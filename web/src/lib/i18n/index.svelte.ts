// Spanish is the language of the house and the shape of every dictionary; others load when chosen.
import { es, type Dictionary, type Key } from './es';

export type Language = 'es' | 'en';
export type Params = Record<string, string | number>;

let chosen = $state<Language>('es');
let dictionary = $state.raw<Dictionary>(es);

export const language = (): Language => chosen;

export async function speak(wanted: Language): Promise<void> {
  dictionary = wanted === 'en' ? (await import('./en')).en : es;
  chosen = wanted;
  document.documentElement.lang = wanted;
  localStorage.setItem('tapete.language', wanted);
}

export function startLanguage(): void {
  if (localStorage.getItem('tapete.language') === 'en') void speak('en');
}

const fill = (text: string, params?: Params): string =>
  params ? text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole)) : text;

/** The sentence of a key in the reader's language. */
export const t = (key: Key, params?: Params): string => fill(dictionary[key], params);

/** A sentence whose key is made of data (`move.voy`); `otherwise` when no dictionary has it. */
export function word(key: string, otherwise: string, params?: Params): string {
  const text = (dictionary as Record<string, string>)[key];
  return text === undefined ? otherwise : fill(text, params);
}

/** A refusal in words, with what to do next. An unknown code still gets a useful sentence. */
export const refusal = (code: string): string =>
  word(`code.${code}`, t('code.unknown', { code }));

/** «a, b y c». */
export function list(parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${t('and')} ${parts.at(-1)}`;
}
