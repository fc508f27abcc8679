// What a game adds to the table's screen: words, letters and the order of its phases. It holds no
// rule: what is legal, what a hand is worth and who wins always comes from the server.
import type { Deck } from '../cards/sprite.svelte';
import type { Offer, Own, SeatState, TableInfo, TableState, View } from '../wire';

/** Everything a game's words may look at. */
export interface Scene {
  info: TableInfo;
  state: TableState;
  view: View | null;
  offers: Offer[];
  seat: number;
  /** What I have put into this hand so far; null when the log does not reach back that far. */
  put: number | null;
}

/** A move as its button says it. */
export interface MoveWords {
  letter: string;
  title: string;
  /** What it costs or leaves, one or two short lines; `brief` is the one line of the phone. */
  lines: string[];
  brief: string;
  tone: 'main' | 'plain' | 'lit' | 'danger';
  /** Where the rules speak of it. */
  paragraph?: string;
  /** Asks once before it is sent. */
  confirm?: string;
}

/** The rule of this moment and the paragraph where it stands. */
export interface Moment {
  title: string;
  text: string;
  paragraph: string;
}

/** My hand in words: «Chivo», «55 puntos», and what makes it so. */
export interface HandWords {
  title: string;
  points: string;
  notes: string[];
}

export interface Phase {
  name: string;
  /** May not happen: shown in italics while it is still ahead. */
  maybe?: boolean;
}

export interface GameFace {
  deck: Deck;
  phases: Phase[];
  /** The phases of the view that stand under one name of the strip. */
  phaseOf(view: View): string;
  move(offer: Offer, scene: Scene, amount?: number): MoveWords;
  moment(scene: Scene): Moment | null;
  hand(own: Own, scene: Scene): HandWords | null;
  /** Who competed for each pot that this hand has paid, in that order. */
  rivals?(view: View | null): number[][];
  /** What is known of the next hand between two of them. */
  next?(scene: Scene): string;
  /** The hand that a seat has shown, short: «Primera 68»; empty when it has not. */
  shown(view: View | null, seat: number): string;
  /** Names of hands from the best down, and which of them is mine. */
  ladder: { key: string }[];
  /** What stands at the right of the phases, the first the most telling; `*` marks what is strong. */
  notes?(view: View): string[];
  /** The table's figures in header and lobby: goal, stake, commission. */
  figures?(info: Pick<TableInfo, 'rules'>): string[];
  /** What getting up means at this moment. */
  leaving?(scene: Scene): string;
  /** Everybody says ready before each hand: sitting down is not yet a yes. */
  each?: boolean;
  /** The list of keys, where the usual one does not fit. */
  keys?(): [string, string][];
}

/** Who was dealt in at a seat of the hand on the felt, or who `sits` there now. `nicks` = who sat
 * where before: the log goes on naming a player who has left. */
export function nickOf(state: TableState & { nicks?: Record<number, string> }, seat: number, sits = false): string {
  const now = state.seats.find((s) => s.seat === seat)?.nick;
  const dealt = state.people[seat];
  return (sits ? (now ?? dealt) : (dealt ?? now)) ?? state.nicks?.[seat] ?? `#${seat}`;
}

export const seatOf = (state: TableState, seat: number): SeatState | undefined =>
  state.seats.find((s) => s.seat === seat);
