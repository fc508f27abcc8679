// Moments of a hand as the server would send them; names and amounts are invented.
import type { Event, Offer, Opening, Root, SeatState, SeatView, Seen, Snapshot, TableState, View } from './types';

const NICKS = ['Marina', 'Elena', 'Beto', 'Carlos', 'Diana', 'Fabio', 'Gloria'];
const HAND = 'm1-118';

interface Options {
  players?: number;
  me?: number;
  view: Partial<View> & Record<string, unknown>;
  offers?: Offer[];
  state?: Partial<TableState>;
  log?: Event[];
  seats?: Partial<SeatState>[];
}

function snapshot({ players = 6, me = 1, view, offers = [], state, log = [], seats = [] }: Options): Snapshot {
  const now = Date.now();
  const all: SeatState[] = NICKS.slice(0, players).map((nick, n) => ({
    seat: n + 1,
    user: `u${n}`,
    nick,
    house: n > 2,
    chips: 60000,
    ready: true,
    connected: true,
    wish: 'play',
    grace_ends_ms: 0,
    hurry: false,
    waiting: false,
    left: false,
    host: n === 0,
    abandons: 0,
    ...seats[n],
  }));
  const asks = view.asks ?? [];
  return {
    type: 'snapshot',
    table: 'm1',
    epoch: 1,
    seq: 10,
    gen: 1,
    now_ms: now,
    seat: me,
    tail: false,
    info: {
      table: 'm1', name: 'El Cafetal', game: 'primera', version: '1.0.0', currency: 'PRA',
      bank: 'wallet', practice: true, capacity: Math.max(players, 6), least: 20000, most: null,
      stake: 5000,
      rules: {
        pique_minimo: 5000, rake_bp: 500, denominaciones: [500, 1000, 2000, 5000, 10000, 50000],
        gracia_s: 60,
      },
    },
    state: {
      status: 'playing', hand: HAND, hands: 118, seats: all,
      clock: asks.length
        ? { name: 'turno_s', seats: asks, starts_ms: now - 26000, ends_ms: now + 94000, held: false }
        : null,
      opens_ms: 0, cancels_ms: 0, carry: 0, people: {},
      ...state,
    },
    view: { phase: 'APUESTA', turn: 7, role: 1, ...view } as View,
    offers,
    log: log.map((event, n): Seen => ({ hand: HAND, number: n, at_ms: now, event })),
    roots: [] as Root[],
    openings: [] as Opening[],
  };
}

const told = (what: string, seat = 0, more: Partial<Extract<Event, { type: 'told' }>> = {}): Event => ({ type: 'told', what, seat, ...more });
const moved = (source: string, target: string, amount: number, why: string): Event => ({ type: 'moved', source, target, amount, why });

const player = (seat: number, chips: number, more: Partial<SeatView> = {}): SeatView => ({ seat, chips, state: 'juega', alive: true, backs: 4, ...more });

const said = (seat: SeatView, said_in: string): SeatView => ({ ...seat, said_in }) as SeatView;

const LOG: Event[] = [
  told('fase', 0, { word: 'PIQUE' }),
  told('dice', 1, { word: 'voy', amount: 5000 }),
  moved('seat:1', 'pot:pique', 5000, 'APORTE_PIQUE'),
  told('dice', 2, { word: 'voy', amount: 5000 }),
  told('dice', 3, { word: 'voy', amount: 5000 }),
  told('dice', 4, { word: 'paso' }),
  told('dice', 5, { word: 'resto', amount: 3500 }),
  told('dice', 6, { word: 'voy', amount: 5000 }),
  told('fase', 0, { word: 'COMPLETAR' }),
  told('cartas', 1, { cards: ['Ao', '2c'], only: [1] }),
  told('fase', 0, { word: 'APUESTA' }),
  told('dice', 1, { word: 'voy', amount: 4000 }),
  told('dice', 2, { word: 'igualar', amount: 4000 }),
  told('dice', 3, { word: 'voy', amount: 12000 }),
  told('dice', 6, { word: 'igualar', amount: 12000 }),
];

const OWN = { seat: 1, cards: ['7o', '6o', 'Ao', '2c'], rank: { type: 'chivo', points: 55 }, uses: ['7o', '6o', 'Ao'] };
const APUESTA = {
  asks: [1], deck: 6, beside: 2, happened: ['REPARTO', 'PIQUE', 'COMPLETAR', 'APUESTA'],
  seats: [
    player(1, 58500, { bet: 4000, word: 'voy', amount: 4000 }),
    player(2, 27000, { bet: 4000, word: 'igualar', amount: 4000 }),
    player(3, 84000, { bet: 12000, word: 'voy', amount: 12000 }),
    said(player(4, 18500, { state: 'retirado', alive: false, backs: 0, word: 'paso' }), 'PIQUE'),
    player(5, 0, { state: 'resto', word: 'resto', amount: 3500 }),
    player(6, 96500, { bet: 12000, word: 'igualar', amount: 12000 }),
  ],
  pots: [
    { name: 'pique', amount: 23500, levels: [{ amount: 17500, seats: [1, 2, 3, 5, 6] }, { amount: 6000, seats: [1, 2, 3, 6] }] },
    { name: 'pozo', amount: 32000, levels: [{ amount: 32000, seats: [1, 2, 3, 6] }] },
  ],
  own: { ...OWN, owes: 8000 },
};
const BET: Offer[] = [
  { move: 'igualar', cost: 8000 },
  { move: 'voy', least: 12500, most: 62500, step: 500, paid: 4000 },
  { move: 'resto', cost: 58500 },
];

const HANDS = [['5o', '7c', '4e', '6b'], ['Ab', '2b', '3b', '5b'], ['3o', '6c', 'Ae', '7b'], ['5c', '7e', '4b', '2e'], ['3c', '6e', '4o', '6b'], ['Ac', '2b', '3e', '5e']];
/** After a contest with everybody of the others showing: claimants and one who is all in. */
function disputed(players: number, phase: string): Snapshot {
  const others = Array.from({ length: players - 1 }, (_, n) => n + 2);
  const s = snapshot({
    players,
    view: {
      phase, asks: [1], deck: 12, beside: 8, board: phase === 'GUERRA' ? ['4c'] : [], happened: APUESTA.happened,
      seats: [
        player(1, 58500, { word: 'voy', amount: 4000 }),
        ...others.map((n) => player(n, 30000 + n, { backs: 0, cards: HANDS[n - 2]!, state: n === 5 ? 'resto' : 'reclama', alive: n === 5, word: n === 5 ? 'resto' : 'paso', amount: n === 5 ? 154000 : 0, won: 9500 })),
      ],
      shown: others.map((seat) => ({ seat, type: 'primera', points: 68 })),
      pots: APUESTA.pots, own: OWN,
    },
    offers: phase === 'GUERRA' ? BET : [{ move: 'descartar', pick: [0, 4], cards: OWN.cards }], log: LOG,
  });
  s.info.capacity = players;
  return s;
}

export const SCENES: Record<string, () => Snapshot> = {
  apuesta: () => snapshot({ view: APUESTA, offers: [...BET, { move: 'llevo' }, { move: 'no_llevo' }], log: LOG }),
  paso: () => snapshot({ view: { ...APUESTA, own: { ...OWN, rank: { type: 'puntos', points: 39 }, uses: ['7o', '6o'], cards: ['7o', '6o', '3b', '2c'], owes: 8000 } }, offers: [...BET, { move: 'paso' }], log: LOG }),
  late: () => {
    const s = snapshot({ view: APUESTA, offers: [...BET, { move: 'llevo' }, { move: 'no_llevo' }], log: LOG });
    s.state.clock!.starts_ms -= 86000;
    s.state.clock!.ends_ms -= 86000;
    return s;
  },
  check: () => snapshot({
    view: { ...APUESTA, own: { ...OWN }, pots: [APUESTA.pots[0]!], seats: APUESTA.seats.map((s) => ({ ...s, bet: 0, word: '' })) },
    offers: [{ move: 'voy', least: 500, most: 62500, step: 500 }, { move: 'resto', cost: 58500 }, { move: 'paso' }], log: LOG.slice(0, 11),
  }),
  corto: () => snapshot({ view: APUESTA, offers: [{ move: 'resto', cost: 6500 }, { move: 'paso' }], log: LOG }),
  otro: () => snapshot({ view: { ...APUESTA, asks: [3], own: OWN, role: 3 }, log: LOG }),
  mira: () => snapshot({ me: 0, view: { ...APUESTA, asks: [3], own: null }, log: LOG }),
  mano: () => snapshot({
    view: { phase: 'PIQUE', asks: [1], deck: 16, seats: [1, 2, 3, 4, 5, 6].map((n) => player(n, 60000, { backs: 2 })), own: { seat: 1, cards: ['7o', '2c'] } },
    offers: [{ move: 'voy', least: 5000, most: 60000, step: 500 }, { move: 'paso' }], log: [told('fase', 0, { word: 'REPARTO' }), told('mano', 1, { word: 'turno' }), told('cartas', 1, { cards: ['7o', '2c'] }), told('fase', 0, { word: 'PIQUE' })],
  }),
  pique: () => snapshot({
    view: { phase: 'PIQUE', asks: [1], role: 6, deck: 16, seats: [1, 2, 3, 4, 5, 6].map((n) => player(n, n === 6 ? 52000 : 60000, { backs: 2, ...(n === 6 ? { word: 'voy', amount: 8000 } : {}) })), pots: [{ name: 'pique', amount: 8000, levels: [{ amount: 8000, seats: [6] }] }], own: { seat: 1, cards: ['7o', '2c'] } },
    offers: [{ move: 'voy', least: 8000, most: 8000, step: 500 }, { move: 'paso' }], log: [],
  }),
  validacion: () => snapshot({
    view: { ...APUESTA, phase: 'VALIDACION', asks: [1, 2, 3, 6], own: OWN, pots: [APUESTA.pots[0]!], seats: APUESTA.seats.map((s) => ({ ...s, bet: 0, word: '' })) },
    offers: [{ move: 'pasar' }, { move: 'igualar', least: 5000, most: 58500, step: 500 }, { move: 'llevo' }], log: LOG,
  }),
  respondida: () => snapshot({
    view: { ...APUESTA, phase: 'VALIDACION', asks: [1, 2, 3, 6], own: { ...OWN, answered: true } }, log: LOG,
  }),
  descarte: () => snapshot({
    view: { ...APUESTA, phase: 'DESCARTE', asks: [1], own: OWN, seats: APUESTA.seats.map((s) => ({ ...s, bet: 0 })) },
    offers: [{ move: 'descartar', pick: [0, 4], cards: OWN.cards }], log: LOG,
  }),
  guerra: () => snapshot({
    view: { ...APUESTA, phase: 'GUERRA', board: ['4b'], own: { ...OWN, owes: 8000 } },
    offers: [...BET, { move: 'llevo' }, { move: 'no_llevo' }], log: LOG,
  }),
  declaracion: () => snapshot({ view: { ...APUESTA, phase: 'DECLARACION', asks: [1, 2, 3, 6], own: OWN }, offers: [{ move: 'declarar' }], log: LOG }),
  mostrar: () => snapshot({ view: { ...APUESTA, phase: 'MOSTRAR', asks: [1], own: OWN, pots: [] }, offers: [{ move: 'mostrar' }, { move: 'ocultar' }], log: [...LOG, told('bote', 0, { word: 'pozo', amount: 32000 }), moved('pot:pozo', 'house:rake', 1600, 'PREMIO'), moved('pot:pozo', 'seat:1', 30400, 'PREMIO')] }),
  showdown: () => snapshot({
    state: { hand: '', status: 'waiting', opens_ms: Date.now() + 12000 },
    view: {
      phase: 'FIN', asks: [], role: 1, next_mano: 2,
      awarded: [
        { pot: 'pique', amount: 17500, seats: [1, 3, 5, 6] }, { pot: 'pique', amount: 6000, seats: [1, 3, 6] },
        { pot: 'pozo', amount: 191500, seats: [1, 3, 6] }, { pot: 'pozo', amount: 20000, seats: [3, 6] },
      ], pots: [], happened: ['REPARTO', 'PIQUE', 'COMPLETAR', 'APUESTA', 'DESCARTE', 'CARTA_FONDO', 'GUERRA', 'CANTICOS', 'SHOWDOWN'],
      shown: [
        { seat: 1, type: 'chivo', points: 55 }, { seat: 3, type: 'primera', points: 68 },
        { seat: 5, type: 'segunda', points: 56 }, { seat: 6, type: 'primera', points: 68 },
      ],
      seats: [
        player(1, 187650, { backs: 0, cards: OWN.cards, won: 187650 }),
        said(player(2, 27000, { state: 'retirado', alive: false, backs: 0, word: 'paso' }), 'GUERRA'),
        player(3, 33000, { backs: 0, cards: ['5o', '7c', '4e', '6b'], won: 9500 }),
        said(player(4, 18500, { state: 'retirado', alive: false, backs: 0, word: 'paso' }), 'PIQUE'),
        player(5, 16650, { backs: 0, cards: ['Ab', '2b', '3b', '5b'], won: 16650, state: 'resto' }),
        player(6, 45500, { backs: 0, cards: ['3o', '6c', 'Ae', '7b'], won: 9500 }),
      ],
      own: OWN,
    },
    log: [
      ...LOG,
      told('fase', 0, { word: 'SHOWDOWN' }),
      told('bote', 0, { word: 'pique', amount: 17500 }), moved('pot:pique', 'house:rake', 850, 'PREMIO'), moved('pot:pique', 'seat:5', 16650, 'PREMIO'),
      told('bote', 0, { word: 'pique', amount: 6000 }), moved('pot:pique', 'house:rake', 300, 'PREMIO'), moved('pot:pique', 'seat:1', 5700, 'PREMIO'),
      told('bote', 0, { word: 'pozo', amount: 191500 }), moved('pot:pozo', 'house:rake', 9550, 'PREMIO'), moved('pot:pozo', 'seat:1', 181950, 'PREMIO'),
      told('bote', 0, { word: 'pozo', amount: 20000 }), moved('pot:pozo', 'house:rake', 1000, 'PREMIO'), moved('pot:pozo', 'seat:3', 9500, 'PREMIO'), moved('pot:pozo', 'seat:6', 9500, 'PREMIO'),
    ],
  }),
  ...Object.fromEntries([2, 3, 4, 5, 6, 7].flatMap((n) => [['DESCARTE', `disputa${n}`], ['GUERRA', `fondo${n}`]].map(([phase, key]) => [key!, () => disputed(n, phase!)]))),
  largos: () => snapshot({
    players: 7,
    view: { ...APUESTA, role: 3, seats: [...APUESTA.seats.map((s) => ({ ...s, alive: true, backs: 4, chips: s.chips * 10, bet: 154000, word: s.seat % 2 ? 'voy' : 'igualar', amount: s.seat % 2 ? 154000 : 78000 })), player(7, 440000, { word: 'igualar', amount: 1120000, bet: 12000 })] },
    offers: [...BET, { move: 'paso' }], log: LOG,
  }),
  siete: () => snapshot({ players: 7, view: { ...APUESTA, seats: [...APUESTA.seats.map((s) => ({ ...s, alive: true, backs: 4 })), player(7, 44000, { word: 'igualar', amount: 12000, bet: 12000 })], deck: 0, beside: 0 }, offers: [...BET, { move: 'paso' }], log: LOG }),
  dos: () => {
    const s = snapshot({ players: 2, view: { ...APUESTA, seats: APUESTA.seats.slice(0, 2), deck: 20, beside: 0, pots: [{ name: 'pique', amount: 10000, levels: [{ amount: 10000, seats: [1, 2] }] }, { name: 'pozo', amount: 16000, levels: [{ amount: 16000, seats: [1, 2] }] }] }, offers: [...BET, { move: 'paso' }], log: LOG.slice(0, 4) });
    s.info.capacity = 2;
    return s;
  },
  vacia: () => snapshot({ players: 1, me: 0, view: {}, state: { hand: '', status: 'waiting', hands: 0 }, log: [] }),
  caidos: () => snapshot({ view: { ...APUESTA, asks: [3], own: OWN }, log: LOG, seats: [{}, { connected: false, grace_ends_ms: Date.now() + 42000 }] }),
};
SCENES.vacia = () => ({ ...snapshot({ players: 2, me: 0, view: {}, state: { hand: '', status: 'waiting', hands: 0 }, log: [] }), view: null });
