// Which felt and which words a game has. A game without an entry is played on the plain felt.
import type { Component } from 'svelte';
import { base } from './base/words';
import type { GameFace } from './face';
import { primera } from './primera/words';
import type { TableStore } from '../table/store.svelte';

export interface FeltProps {
  store: TableStore;
  face: GameFace;
  marked: string[];
  onmark: (card: string) => void;
}

type Felt = Component<FeltProps>;

const faces: Record<string, GameFace> = { primera };
const felts: Record<string, () => Promise<{ default: Felt }>> = {
  primera: () => import('./primera/Felt.svelte'),
};

export const faceOf = (game: string): GameFace => faces[game] ?? base;

export const feltOf = async (game: string): Promise<Felt> =>
  (await (felts[game] ?? (() => import('./base/Felt.svelte')))()).default;

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
