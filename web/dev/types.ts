// The wire's types under one name, for the scenes.
export type { GameEvent as Event } from '../src/lib/wire';
export type { Offer, Opening, Root, SeatState, SeatView, Seen, Snapshot, TableState, View } from '../src/lib/wire';
