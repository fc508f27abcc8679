// Which felt and which words a game has. A game without an entry is played on the plain felt.
import type { Component } from 'svelte';
import { base } from './base/words';
import { caida } from './caida/words';
import type { GameFace, Scene } from './face';
import { primera } from './primera/words';
import type { TableStore } from '../table/store.svelte';

export interface FeltProps {
  store: TableStore;
  face: GameFace;
  marked: string[];
  onmark: (card: string) => void;
}

type Felt = Component<FeltProps>;

interface BarProps {
  store: TableStore;
  face: GameFace;
  scene: Scene;
  marked: string[];
  onmark: (card: string) => void;
  onproof: () => void;
  onrules: () => void;
  onlog: () => void;
}
interface RestProps extends Omit<BarProps, 'marked' | 'onmark'> {
  onclosing: () => void;
}
type Keyed = { key(event: KeyboardEvent): boolean };

/** The parts of the table's screen that a game draws itself; what is missing is the usual one:
 * `Bar` = my moves, `Rest` = the bar when nothing is asked of me, `Rail`, `Live` = the voices. */
export interface Parts {
  Bar?: Component<BarProps, Keyed>;
  Rest?: Component<RestProps, Keyed>;
  Rail?: Component<{ store: TableStore; face: GameFace; only?: 'rules' | 'log' }>;
  Live?: Component<{ store: TableStore; face: GameFace; scene: Scene }>;
}

const faces: Record<string, GameFace> = { primera, caida };
const felts: Record<string, () => Promise<{ default: Felt }>> = {
  primera: () => import('./primera/Felt.svelte'),
  caida: () => import('./caida/Felt.svelte'),
};
const parts: Record<string, () => Promise<Parts>> = {
  caida: () => import('./caida/parts'),
};

export const faceOf = (game: string): GameFace => faces[game] ?? base;

export const feltOf = async (game: string): Promise<Felt> =>
  (await (felts[game] ?? (() => import('./base/Felt.svelte')))()).default;

/** The options of a new table, where a game asks for more than seats and a minimum. */
type Fields = Component<{ players?: boolean; onchange: (rules: Record<string, unknown> | null) => void }>;
const fields: Record<string, () => Promise<{ default: Fields }>> = {
  caida: () => import('./caida/Fields.svelte') as Promise<{ default: Fields }>,
};
export const fieldsOf = async (game: string): Promise<Fields | null> =>
  (await fields[game]?.())?.default ?? null;

export const partsOf = async (game: string): Promise<Parts> => (await parts[game]?.()) ?? {};

/** How a game is called for people. */
export const GAMES: Record<string, string> = {
  primera: 'Primera',
  caida: 'Caída',
  cerrado: 'Cerrado',
  limite: 'Límite',
  texas: 'Texas',
  omaha: 'Omaha',
};
export const gameName = (key: string): string =>
  GAMES[key] ?? key.charAt(0).toUpperCase() + key.slice(1);
