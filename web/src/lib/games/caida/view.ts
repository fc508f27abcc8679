// What Caída adds to the View and to an offer, and how its options read. Fields that have the
// game's default are left out on the wire.
import { rankName, suitName } from '../../cards/names';
import { list, word } from '../../i18n/index.svelte';
import type { Offer, SeatView, View } from '../../wire';

/** `canto` = the name that was announced (empty: nothing; absent: not played in this deal). */
export interface CaidaSeat extends SeatView {
  pile?: number;
  canto?: string;
  chapas?: number;
}

export interface CaidaView extends View {
  seats?: CaidaSeat[];
  mano?: number;
  mazo?: number;
  deal?: number;
  deals?: number;
  sung?: string;
  laid?: string[];
  matched?: number[];
  left?: string;
  meta?: number;
  costo?: number;
  times?: number;
  acumulado?: number;
  cause?: string;
}

/** `jugar`: what each card would take, and which of them falls. */
export interface CardOffer extends Offer {
  takes?: Record<string, string[]>;
  falls?: string[];
}

export interface Options {
  costo: number;
  doble_tribilin: boolean;
  doble_menos5: boolean;
  comision_bp: number;
  jugadores: number;
}

export const caidaOf = (view: View | null): CaidaView | null => view;

export const seenAt = (view: View | null, seat: number): CaidaSeat | undefined =>
  caidaOf(view)?.seats?.find((s) => s.seat === seat);

/** The order that was sung, as the positions of the table are numbered. */
export const ORDERS: Record<string, number[]> = { asc: [1, 2, 3, 4], desc: [4, 3, 2, 1] };

export const META = 24; // the wire leaves the usual goal out
export const CHAPA = 12; // points of a golden chapa, as drawn on every seat

const DEFAULTS: Options = {
  costo: 0,
  doble_tribilin: false,
  doble_menos5: false,
  comision_bp: 500,
  jugadores: 4,
};
export const optionsOf = (rules: Record<string, unknown>): Options => ({
  ...DEFAULTS,
  ...(rules as Partial<Options>),
});

/** How many costos a loser may have to pay with these options. */
export const timesOf = (options: Options): number =>
  2 ** (Number(options.doble_tribilin) + Number(options.doble_menos5));

/** How many cards a seat may capture before they are points, as the plates say it. */
export const quotaOf = (view: CaidaView, seat: number): number => {
  const players = view.seats?.length ?? 0;
  const dealer_has_more = players === 3 && view.role === seat;
  return ([0, 0, 20, 13, 10][players] ?? 0) + (dealer_has_more ? 1 : 0);
};

export const offerOf = (offers: readonly Offer[], move: string): CardOffer | undefined =>
  offers.find((o) => o.move === move);

export const takenBy = (offers: readonly Offer[], card: string): string[] =>
  offerOf(offers, 'jugar')?.takes?.[card] ?? [];

/** «7 de copas», «Sota de bastos». */
export const cardText = (card: string): string =>
  word('card.name', card, { rank: rankName(card), suit: suitName(card) });

/** «4, 5 y 6», with the article where it is one alone: «el 6», «la Sota». */
export function ranks(cards: readonly string[]): string {
  const first = cards[0] ?? '';
  if (cards.length !== 1) return list(cards.map(rankName));
  const params = { rank: rankName(first) };
  return word(`caida.the.${first[0]}`, word('caida.the', '', params), params);
}

