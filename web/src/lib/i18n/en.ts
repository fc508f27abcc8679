import { es, type Dictionary } from './es';

export const en: Dictionary = { ...es };
