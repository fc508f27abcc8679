// Moments of a partida as the server would send them, and a few steps for its motion.
import type { CaidaSeat, CaidaView } from '../src/lib/games/caida/view';
import type { StepFrame, TableState } from '../src/lib/wire';
import type { Event, Offer, SeatState, Seen, Snapshot } from './types';

const NICKS = ['Tú', 'Elena', 'Beto', 'Fabio'];
const HAND = 'm1-118';

interface Options {
  players?: number;
  me?: number;
  view?: CaidaView | null;
  offers?: (Offer & Record<string, unknown>)[];
  state?: Partial<TableState>;
  log?: Event[];
  seats?: Partial<SeatState>[];
  rules?: Record<string, unknown>;
}

function snapshot({ players = 4, me = 1, view = null, offers = [], state, log = [], seats = [], rules }: Options): Snapshot {
  const now = Date.now();
  const asks = view?.asks ?? [];
  const long = view?.phase === 'POR_REPARTIR';
  return {
    type: 'snapshot', table: 'm1', epoch: 1, seq: 10, gen: 1, now_ms: now, seat: me, tail: false,
    info: {
      table: 'm1', name: 'La Totuma', game: 'caida', version: 'v1.0.0', currency: 'PRA', bank: 'wallet',
      practice: true, capacity: Math.max(players, 2), least: 8000, most: null, stake: 8000,
      rules: rules ?? { costo: 2000, doble_tribilin: true },
    },
    state: {
      status: 'playing', hand: HAND, hands: 12,
      seats: NICKS.slice(0, players).map((nick, n) => ({
        seat: n + 1, nick: n ? nick : 'Marina', house: n === 3, chips: 60000, ready: true, connected: true,
        wish: 'play', grace_ends_ms: 0, hurry: false, waiting: false, left: false, host: n === 0, abandons: 0,
        ...seats[n],
      })),
      clock: asks.length
        ? { name: 'turno_s', seats: asks, starts_ms: now - (long ? 8000 : 19000), ends_ms: now + (long ? 112000 : 41000), held: false }
        : null,
      opens_ms: 0, cancels_ms: 0, carry: 0, people: {},
      ...state,
    },
    view,
    offers,
    log: seen(log),
    roots: [],
    openings: [],
  };
}

const seen = (log: Event[], from = 0): Seen[] =>
  log.map((event, n) => ({ hand: HAND, number: from + n, at_ms: Date.now(), event }));
const told = (what: string, seat = 0, more: Partial<Extract<Event, { type: 'told' }>> = {}): Event => ({ type: 'told', what, seat, ...more });
const moved = (source: string, target: string, amount: number, why: string): Event => ({ type: 'moved', source, target, amount, why });
const seat = (n: number, score: number, more: Partial<CaidaSeat> = {}): CaidaSeat => ({
  seat: n, chips: 56000, backs: 3, score, chapas: Math.floor(score / 12), pile: 0, ...more,
});
const POTS = [{ name: 'pozo', amount: 8000 }, { name: 'reserva', amount: 8000 }];

const LOG: Event[] = [
  told('reparte', 1, { word: 'asc' }), told('mazo', 1, { amount: 2 }),
  told('mesa', 0, { amount: 1, cards: ['5o'] }), told('mesa', 0, { amount: 2, cards: ['2c'] }),
  told('mesa', 0, { amount: 3, cards: ['Re'] }), told('mesa', 0, { amount: 4, cards: ['4b'] }),
  told('puntos', 1, { amount: 6, word: 'reparto' }),
  told('canto', 2, { word: 'ronda' }), told('jugada', 2, { cards: ['7c'] }),
  told('jugada', 3, { cards: ['7b'] }), told('recoge', 3, { amount: 1, cards: ['7c'] }),
  told('caida', 3, { amount: 1, cards: ['7b'] }), told('puntos', 3, { amount: 1, word: 'caida' }),
  told('canto', 4, { word: 'vigia' }), told('jugada', 4, { cards: ['6b'] }),
];
const JUEGO: CaidaView = {
  phase: 'JUEGO', turn: 7, role: 1, mano: 2, asks: [1], mazo: 2, deal: 1, deals: 3, sung: 'asc',
  laid: ['5o', '2c', 'Re', '4b'], matched: [2, 4], left: '6b', costo: 2000, times: 2, pots: POTS,
  board: ['5o', '2c', 'Re', '4b', '6b'], deck: 24,
  seats: [seat(1, 17), seat(2, 9, { backs: 2, canto: 'ronda', word: 'deja' }), seat(3, 21, { backs: 2, canto: '', pile: 2, word: 'recoge' }), seat(4, 12, { backs: 2, canto: 'vigia', word: 'deja' })],
  own: { seat: 1, cards: ['Ac', '4o', '6e'], rank: { canto: null, points: 0 } },
};
const PLAY = [{ move: 'jugar', pick: [1, 1] as [number, number], cards: ['Ac', '4o', '6e'], takes: { '4o': ['4b', '5o', '6b'], '6e': ['6b'] }, falls: ['6e'] }];
const PAID: Event[] = [
  ...LOG, told('jugada', 1, { cards: ['2e'] }),
  told('canto_pagado', 4, { amount: 7, cards: ['6b', '6c', '7o'], word: 'vigia' }), told('puntos', 4, { amount: 7, word: 'canto' }),
];
const WAIT: CaidaView = {
  ...JUEGO, phase: 'POR_REPARTIR', left: '', board: ['Re', '3c', '2e'], deck: 24,
  seats: [seat(1, 17, { backs: 0, canto: '', pile: 4 }), seat(2, 9, { backs: 0, canto: 'ronda', pile: 3 }), seat(3, 21, { backs: 0, canto: '', pile: 2 }), seat(4, 19, { backs: 0, canto: 'vigia' })],
  own: { seat: 1, cards: [] },
};
const MAZO: Event[] = [
  told('reparte', 2, {}), told('jugada', 1, { cards: ['2e'] }),
  told('canto_pagado', 2, { amount: 4, cards: ['Ro', 'Rb', '3c'], word: 'ronda R' }), told('puntos', 2, { amount: 4, word: 'canto' }),
  told('sobrantes', 3, { amount: 3, cards: ['Ao', '5e', 'Cb'] }),
  told('capturadas', 3, { amount: 14 }), told('capturadas', 4, { amount: 8 }), told('capturadas', 1, { amount: 11 }), told('capturadas', 2, { amount: 7 }),
  told('puntos', 3, { amount: 4, word: 'excedente' }), told('puntos', 1, { amount: 1, word: 'excedente' }),
  told('repartidor', 3),
];
const NEXT: CaidaView = {
  ...WAIT, role: 3, mano: 4, asks: [3], deal: 0, sung: '', laid: [], matched: [], board: [], deck: 40,
  seats: [seat(1, 18, { backs: 0 }), seat(2, 13, { backs: 0 }), seat(3, 23, { backs: 0 }), seat(4, 19, { backs: 0 })],
};
const END: CaidaView = {
  ...JUEGO, phase: 'FIN', asks: [], pots: [], left: '', winner: 1, cause: 'canto', own: { seat: 1, cards: [] },
  seats: [seat(1, 25, { backs: 0, chips: 69400, pile: 6 }), seat(2, 9, { backs: 0, pile: 4 }), seat(3, 21, { backs: 0, pile: 2 }), seat(4, 3, { backs: 0 })],
};
const money = (winner: number, extra: number): Event[] => [
  moved('pot:reserva', 'pot:pozo', extra, 'EXTRA'),
  ...[1, 2, 3].map((n) => moved('pot:reserva', `seat:${n}`, 2000, 'LIBERACION')),
  moved('carry', 'pot:pozo', 2000, 'ACUMULADO'), moved('pot:pozo', 'house:rake', 600, 'COMISION'), moved('pot:pozo', `seat:${winner}`, 11400, 'PREMIO'),
];
const OVER = { hand: '', status: 'waiting' as const };
const REST = (n: number): Partial<SeatState>[] => Array.from({ length: 4 }, (_, k) => ({ ready: k < n }));

export const CAIDA: Record<string, () => Snapshot> = {
  'caida': () => snapshot({ view: JUEGO, offers: PLAY, log: LOG }),
  'caida-otro': () => snapshot({ view: { ...JUEGO, asks: [4] }, log: LOG }),
  'caida-mi-canto': () => snapshot({ view: { ...JUEGO, deal: 2, sung: 'desc', left: '', seats: JUEGO.seats!.map((s) => (s.seat === 1 ? { ...s, canto: 'registro', backs: 2 } : { ...s, canto: 'patria' })), own: { seat: 1, cards: ['Ac', '6e'] } }, offers: [{ ...PLAY[0]!, cards: ['Ac', '6e'] }], log: LOG }),
  'caida-llena': () => snapshot({ view: { ...JUEGO, deal: 2, left: '3e', board: ['Ac', '2c', '3e', '4b', '5o', '6b', '7c', 'So', 'Cb', 'Re'], seats: JUEGO.seats!.map((s) => (s.seat === 1 ? { ...s, backs: 1 } : s)), own: { seat: 1, cards: ['3c'] } }, offers: [{ move: 'jugar', pick: [1, 1], cards: ['3c'], takes: { '3c': ['3e', '4b', '5o', '6b', '7c', 'So', 'Cb', 'Re'] }, falls: ['3c'] }], log: [...LOG, told('jugada', 4, { cards: ['3e'] })] }),
  'caida-ocho': () => snapshot({ view: { ...JUEGO, board: ['5o', '2c', 'Re', '6b', '7c', 'So', 'Cb'] }, offers: PLAY, log: LOG }),
  'caida-repartir': () => snapshot({ view: { ...NEXT, asks: [1], role: 1, mano: 2, mazo: 0, pots: [], times: 4, seats: NEXT.seats!.map((s) => ({ ...s, score: 0, chapas: 0 })) }, rules: { costo: 2000, doble_tribilin: true, doble_menos5: true }, offers: [{ move: 'repartir', options: ['asc', 'desc'] }], log: [told('repartidor', 1)] }),
  'caida-otra-vez': () => snapshot({ view: { ...WAIT, asks: [1] }, offers: [{ move: 'repartir' }], log: PAID }),
  'caida-pago': () => snapshot({ view: { ...WAIT, asks: [4], role: 4 }, log: PAID }),
  'caida-mazo': () => snapshot({ view: NEXT, log: [...LOG, ...MAZO] }),
  'caida-gana': () => snapshot({ view: END, state: OVER, seats: REST(0), log: [...LOG, told('canto_pagado', 1, { amount: 8, cards: ['Ac', 'Ce', 'Ro'], word: 'registro' }), told('puntos', 1, { amount: 8, word: 'canto' }), told('gana', 1, { word: 'canto' }), ...money(1, 2000)], rules: { costo: 2000, doble_menos5: true } }),
  'caida-tribilin': () => snapshot({ view: { ...END, winner: 4, cause: 'tribilin', seats: [seat(1, 17, { backs: 3 }), seat(2, 9), seat(3, 21), seat(4, 12)] }, state: { ...OVER, opens_ms: Date.now() + 3000 }, log: [told('reparte', 1), told('tribilin', 4, { cards: ['5o', '5c', '5b'] }), told('gana', 4, { word: 'tribilin' }), moved('pot:reserva', 'pot:pozo', 2000, 'EXTRA'), moved('pot:reserva', 'pot:pozo', 2000, 'EXTRA'), moved('pot:reserva', 'pot:pozo', 2000, 'EXTRA'), moved('pot:reserva', 'seat:4', 2000, 'LIBERACION'), moved('pot:pozo', 'house:rake', 700, 'COMISION'), moved('pot:pozo', 'seat:4', 13300, 'PREMIO')] }),
  'caida-abandono': () => snapshot({ view: { ...END, winner: 0, cause: '' }, state: { ...OVER, carry: 2000 }, seats: [{ ready: true }, {}, { left: true, ready: false }, { ready: true, abandons: 2 }], log: [...LOG, told('abandona', 3), moved('pot:pozo', 'carry', 2000, 'ABANDONO'), ...[1, 2, 4].map((n) => moved('pot:pozo', `seat:${n}`, 2000, 'REINTEGRO')), ...[1, 2, 3, 4].map((n) => moved('pot:reserva', `seat:${n}`, 2000, 'LIBERACION'))] }),
  'caida-entre': () => snapshot({ view: null, state: { ...OVER, hands: 0, carry: 2000 }, seats: [{ ready: false }, { ready: true }, { ready: false, abandons: 1 }, { ready: true }], log: [] }),
  'caida-mira': () => snapshot({ view: null, me: 0, players: 3, state: { ...OVER, hands: 0 }, log: [] }),
  'caida-dos': () => snapshot({ players: 2, view: { ...JUEGO, deals: 6, deck: 30, seats: JUEGO.seats!.slice(0, 2), laid: ['5o', '2c', 'Re', '4b'] }, offers: PLAY, log: LOG.slice(0, 9) }),
  'caida-tres': () => snapshot({ players: 3, view: { ...JUEGO, deals: 4, deck: 27, seats: JUEGO.seats!.slice(0, 3) }, offers: PLAY, log: LOG.slice(0, 13) }),
};

const step = (view: CaidaView, events: Event[], offers: Offer[] = []): StepFrame => {
  const s = snapshot({ view });
  return { type: 'step', table: 'm1', epoch: 1, seq: ++at, at_ms: s.now_ms, seat: 1, events: seen(events, at * 100), state: s.state, view, offers, roots: [], openings: [], info: null };
};
let at = 10;

export const STEPS: Record<string, () => StepFrame> = {
  recoge: () => step(
    { ...JUEGO, asks: [2], turn: 8, left: '', board: ['2c', 'Re'], seats: JUEGO.seats!.map((s) => (s.seat === 1 ? { ...s, backs: 2, pile: 4, canto: '' } : s)), own: { seat: 1, cards: ['Ac', '6e'] } },
    [told('jugada', 1, { cards: ['4o'] }), told('recoge', 1, { amount: 3, cards: ['4b', '5o', '6b'] })],
  ),
  otro: () => step(
    { ...JUEGO, asks: [3], turn: 9, left: 'So', board: ['2c', 'Re', 'So'], seats: JUEGO.seats!.map((s) => (s.seat === 1 ? { ...s, backs: 2, pile: 4, canto: '' } : s.seat === 2 ? { ...s, backs: 1 } : s)), own: { seat: 1, cards: ['Ac', '6e'] } },
    [told('jugada', 2, { cards: ['So'] })],
  ),
  cae: () => step(
    { ...JUEGO, asks: [4], turn: 10, left: '', board: ['2c', 'Re'], seats: JUEGO.seats!.map((s) => (s.seat === 1 ? { ...s, backs: 2, pile: 4, canto: '' } : s.seat === 2 ? { ...s, backs: 1 } : s.seat === 3 ? { ...s, backs: 1, pile: 4, score: 23 } : s)), own: { seat: 1, cards: ['Ac', '6e'] } },
    [told('jugada', 3, { cards: ['Sb'] }), told('recoge', 3, { amount: 1, cards: ['So'] }), told('caida', 3, { amount: 2, cards: ['Sb'] }), told('puntos', 3, { amount: 2, word: 'caida' })],
  ),
};
