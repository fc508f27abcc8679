// A replay's phases come again and again: each entry of «Ir a la fase» is a place of its own.
import { describe, expect, it } from 'vitest';
import { ReplayStore } from '../src/lib/table/replay.svelte';
import { closable } from '../src/lib/table/closing';
import { nickOf, type Scene } from '../src/lib/games/face';
import type { Replay, SeatState, TableState } from '../src/lib/wire';

const PHASES = ['POR_REPARTIR', 'JUEGO', 'JUEGO', 'POR_REPARTIR', 'JUEGO', 'FIN'];
const replay: Replay = {
  hand: 'm1-1', table: 'm1', name: 'La Totuma', game: 'caida', version: 'v1', seat: 1, nicks: { 1: 'Ana', 2: 'Beto' },
  steps: PHASES.map((phase, n) => ({ at_ms: n, events: [], view: { phase, turn: n, seats: [] } })),
  roots: [], openings: [],
};

describe('a replay', () => {
  it('gives each phase its own step and counts those that come again', () => {
    const store = new ReplayStore(replay, {}, 2);
    expect(store.phases().map(({ name, at, time, times }) => `${name} ${at} ${time}/${times}`)).toEqual([
      'POR_REPARTIR 0 1/2', 'JUEGO 1 1/2', 'POR_REPARTIR 3 2/2', 'JUEGO 4 2/2', 'FIN 5 1/1',
    ]);
    store.go(4);
    expect(store.view?.turn).toBe(4);
  });
});

const person = (seat: number, nick: string, more: Partial<SeatState> = {}): SeatState => ({
  seat, nick, house: false, chips: 0, ready: false, connected: true, wish: 'play', grace_ends_ms: 0,
  hurry: false, waiting: false, left: false, host: false, abandons: 0, ...more,
});
const state = (...seats: SeatState[]): TableState => ({
  status: 'waiting', hand: '', hands: 1, seats, clock: null, opens_ms: 0, cancels_ms: 0, carry: 0, people: {},
});
const scene = (made: TableState, seat = 1): Scene => ({ info: {} as never, state: made, view: null, offers: [], seat, put: null });

describe('the people of a hand', () => {
  it('keep their names when they have left and when somebody else has their seat', () => {
    const made = { ...state(person(1, 'Ana')), people: { 1: 'Ana', 3: 'Caro' } };
    expect(nickOf(made, 3)).toBe('Caro');
    const after = { ...made, seats: [...made.seats, person(3, 'Dani')] };
    expect(nickOf(after, 3)).toBe('Caro');
    expect(nickOf(after, 3, true)).toBe('Dani');
    expect(nickOf(after, 4)).toBe('#4');
  });
});

describe('closing a table', () => {
  const host = person(1, 'Ana', { host: true });
  it('is for the host, between hands, when nobody else sits there', () => {
    expect(closable(scene(state(host)))).toBe('yes');
    expect(closable(scene(state(host, person(2, 'Casa', { house: true }))))).toBe('yes');
    expect(closable(scene(state(host, person(2, 'Beto'))))).toBe('');
    expect(closable(scene(state(host), 0))).toBe('');
    expect(closable(scene({ ...state(host), status: 'playing', hand: 'm1-2' }))).toBe('');
    expect(closable(scene({ ...state(host), status: 'closed' }))).toBe('');
  });
  it('waits for the acumulado to be won', () => {
    expect(closable(scene({ ...state(host), carry: 500 }))).toBe('carry');
  });
});
