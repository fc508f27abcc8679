import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAIDA } from '../dev/caida';
import { follow, pictures, zonesOf } from '../src/lib/games/caida/pictures';
import { justWon, leftBy, moments, settlement } from '../src/lib/games/caida/account';
import { chosenOf } from '../src/lib/games/caida/choice';
import { cantoLabel } from '../src/lib/games/caida/teller';
import { optionsOf, quotaOf, ranks, timesOf, type CaidaView } from '../src/lib/games/caida/view';
import { caida, consequence } from '../src/lib/games/caida/words';
import { es } from '../src/lib/i18n/es';
import { chronicle } from '../src/lib/table/chronicle';
import type { Wire } from '../src/lib/socket';
import type { GameEvent, Seen } from '../src/lib/wire';
import Mesa from '../src/routes/Mesa.svelte';

const wire = readFileSync('src/lib/wire.ts', 'utf8');
const union = (name: string): string[] =>
  [...(wire.match(new RegExp(`export type ${name} =((?:\\s*\\| "[^"]+")+)`))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map((m) => m[1]!);
const texts = es as Record<string, string>;
const log = (...events: GameEvent[]): Seen[] => events.map((event, number) => ({ hand: 'h', number, at_ms: 0, event }));
const told = (what: string, seat = 0, more = {}): GameEvent => ({ type: 'told', what, seat, ...more });
const moved = (source: string, target: string, amount: number, why: string): GameEvent => ({ type: 'moved', source, target, amount, why });
const NAMES = { nick: (s: number) => ['', 'Ana', 'Beto', 'Carla'][s] ?? '', me: 1, game: 'caida' };
const lines = (...events: GameEvent[]) => chronicle(log(...events), NAMES).map((l) => l.text.replaceAll('*', ''));

describe('Caída in words', () => {
  it('names every phase and move, and tells every fact or leaves it out on purpose', () => {
    for (const phase of union('CaidaPhase')) expect(texts[`caida.phase.${phase}`], phase).toBeTruthy();
    for (const move of union('CaidaMove')) expect(texts[`caida.${move}`], move).toBeTruthy();
    const silent = new Set(['carta', 'mesa', 'mazo', 'canto', 'caida', 'mesa_limpia', 'puntos']);
    for (const fact of union('CaidaFact')) expect(!!texts[`caida.tell.${fact}`] || silent.has(fact), fact).toBe(true);
  });
  it('says what a card does as the server offers it', () => {
    const offer = { move: 'jugar', takes: { '4o': ['4b', '5o', '6b'], '6e': ['6b'], Se: ['So'] }, falls: ['6e', 'Se'] };
    expect(consequence(offer, 'Ac')).toBe('Queda en la mesa');
    expect(consequence(offer, '4o')).toBe('Recoge 4, 5 y 6');
    expect(consequence(offer, '6e')).toBe('Caída, +1. Recoge el 6');
    expect(consequence(offer, 'Se')).toBe('Caída, +2. Recoge la Sota');
    expect(consequence(undefined, '4o')).toBe('Queda en la mesa');
    expect(ranks(['Ao', 'Ce'])).toBe('As y Caballo');
  });
  it('makes one line of a card with all that it did', () => {
    expect(
      lines(
        told('reparte', 1, { word: 'asc' }), told('mazo', 1, { amount: 1 }),
        ...['5o', '2c', 'Re', '4b'].map((card, n) => told('mesa', 0, { amount: n + 1, cards: [card] })),
        told('puntos', 1, { amount: 6, word: 'reparto' }),
        told('canto', 2, { word: 'ronda' }), told('jugada', 2, { cards: ['7c'] }),
        told('jugada', 3, { cards: ['7b'] }), told('recoge', 3, { amount: 1, cards: ['7c'] }),
        told('caida', 3, { amount: 1 }), told('puntos', 3, { amount: 1, word: 'caida' }),
        told('mesa_limpia', 3, { amount: 4 }), told('puntos', 3, { amount: 4, word: 'mesa_limpia' }),
      ),
    ).toEqual([
      'Mazo 1',
      'Tú repartiste y cantaste 1, 2, 3, 4',
      '2 de copas y 4 de bastos en su sitio: +6',
      'Beto jugó 7 de copas. Canta Ronda',
      'Carla jugó 7 de bastos y recogió el 7: Caída, +1. Mesa limpia, +4',
    ]);
  });
  it('tells the end of a mazo, a canto with its rank, and money with its reason', () => {
    expect(cantoLabel('ronda R')).toBe('Ronda de Rey');
    expect(cantoLabel('vigia')).toBe('Vigía');
    expect(
      lines(
        told('canto_pagado', 2, { amount: 4, cards: ['Ro', 'Rb', '3c'], word: 'ronda R' }),
        told('capturadas', 1, { amount: 25 }), told('capturadas', 2, { amount: 15 }),
        told('puntos', 1, { amount: 5, word: 'excedente' }),
        told('gana', 1, { word: 'excedente' }),
        moved('pot:reserva', 'seat:1', 300, 'LIBERACION'), moved('pot:reserva', 'seat:2', 200, 'LIBERACION'),
        moved('pot:pozo', 'house:rake', 10, 'COMISION'),
        told('table_stood', 2), told('table_options'),
      ),
    ).toEqual([
      'Beto cobra Ronda de Rey, +4: Rey de oros, Rey de bastos y 3 de copas',
      'Recogidas: Tú 25 y Beto 15',
      'Tú pasas de tu cupo: +5',
      'Tú ganas la partida con el excedente',
      'Vuelve lo apartado: Tú 300 y Beto 200',
      'Comisión: 10',
      'Beto se levanta.',
      'Opciones nuevas: todos tienen que decir Listo otra vez',
    ]);
  });
  it('says which deal it is, and nothing before the first', () => {
    expect(caida.notes!({ phase: 'JUEGO', deal: 1, deals: 3, deck: 24 } as CaidaView)).toEqual([
      'Reparto *1 de 3* del mazo', 'Quedan *24* cartas',
    ]);
    expect(caida.notes!({ phase: 'POR_REPARTIR', deals: 3, deck: 40 } as CaidaView)).toEqual([]);
  });
  it('counts options and quotas as the rules page does', () => {
    expect(timesOf(optionsOf({}))).toBe(1);
    expect(timesOf(optionsOf({ doble_tribilin: true, doble_menos5: true }))).toBe(4);
    const seats = [1, 2, 3].map((seat) => ({ seat, chips: 0 }));
    const view = { phase: 'JUEGO', role: 2, seats } as CaidaView;
    expect([1, 2, 3].map((n) => quotaOf(view, n))).toEqual([13, 14, 13]);
  });
  it('chooses the only card there is, and none of several', () => {
    expect(chosenOf(['Ac'], [])).toBe('Ac');
    expect(chosenOf(['Ac', '4o'], [])).toBe('');
    expect(chosenOf(['Ac', '4o'], ['4o'])).toBe('4o');
  });
});

describe('what the events of a partida say', () => {
  const end = { phase: 'FIN', winner: 1, cause: 'canto', costo: 100, times: 2, seats: [1, 2, 3].map((seat) => ({ seat, chips: 0 })) } as CaidaView;
  it('is the account of what was won', () => {
    const all = log(
      told('gana', 1, { word: 'canto' }),
      moved('pot:reserva', 'pot:pozo', 100, 'EXTRA'),
      moved('pot:reserva', 'seat:1', 100, 'LIBERACION'), moved('pot:reserva', 'seat:2', 100, 'LIBERACION'),
      moved('carry', 'pot:pozo', 200, 'ACUMULADO'), moved('pot:pozo', 'house:rake', 30, 'COMISION'),
      moved('pot:pozo', 'seat:1', 570, 'PREMIO'),
    );
    expect(settlement(all, 'h', end)).toEqual({
      kind: 'won', seat: 1, cause: 'canto', entries: 300, extras: 100, carry: 200, commission: 30, prize: 570, pot: 600, left: 0,
      shares: [
        { seat: 1, paid: 100, back: 0, won: 570 },
        { seat: 2, paid: 100, back: 0, won: 0 },
        { seat: 3, paid: 200, back: 0, won: 0 },
      ],
    });
    expect(settlement(all, 'h', { ...end, phase: 'JUEGO' })).toBeNull();
  });
  it('is the account of an abandonment, and of a partida that never began', () => {
    const all = log(
      told('abandona', 3), moved('pot:pozo', 'carry', 100, 'ABANDONO'),
      moved('pot:pozo', 'seat:1', 100, 'REINTEGRO'), moved('pot:pozo', 'seat:2', 100, 'REINTEGRO'),
      ...[1, 2, 3].map((n) => moved('pot:reserva', `seat:${n}`, 100, 'LIBERACION')),
    );
    const found = settlement(all, 'h', { ...end, winner: 0, cause: '' })!;
    expect(found).toMatchObject({ kind: 'abandoned', seat: 3, left: 100, prize: 0 });
    expect(found.shares.map((s) => s.won + s.back - s.paid)).toEqual([0, 0, -100]);
    expect(settlement(log(told('sin_efecto', 2)), 'h', { ...end, winner: 0, cause: '' })).toMatchObject({
      kind: 'nothing', seat: 2, shares: [{ paid: 0 }, { paid: 0 }, { paid: 0 }],
    });
  });
  it('is the canto that was paid and the account of the mazo, until the next deal', () => {
    const all = log(
      told('reparte', 2), told('canto_pagado', 2, { amount: 7, cards: ['6b', '6c', '7o'], word: 'vigia' }),
      told('capturadas', 1, { amount: 22 }), told('capturadas', 2, { amount: 18 }), told('puntos', 1, { amount: 2, word: 'excedente' }),
    );
    expect(moments(all, 'h')).toMatchObject({
      canto: { seat: 2, points: 7, label: 'vigia' },
      mazo: [{ seat: 1, cards: 22, excess: 2 }, { seat: 2, cards: 18, excess: 0 }],
    });
    expect(moments([...all, ...log(told('reparte', 1))], 'h')).toMatchObject({ canto: null, mazo: [] });
    expect(justWon(all, 1)).toEqual({ points: 2, cause: 'excedente' });
    expect(justWon(all, 2)).toBeNull();
    expect(leftBy(log(told('jugada', 3, { cards: ['6b'] })), 'h', '6b')).toBe(3);
  });
});

describe('the forty cards', () => {
  const seats = (more: Record<number, object> = {}) => [1, 2].map((seat) => ({ seat, chips: 0, backs: 3, pile: 0, ...more[seat] }));
  const before = { phase: 'JUEGO', deck: 30, board: ['4b', '5o', 'Re', '6b'], seats: seats(), own: { seat: 1, cards: ['Ac', '4o', '6e'] } } as CaidaView;
  const nodes = follow([], { zones: zonesOf(before), run: [] });
  const at = (list: typeof nodes, card: string) => list.find((n) => n.card === card);

  it('are forty and stay the same nodes', () => {
    expect(nodes).toHaveLength(40);
    const after = { ...before, board: ['Re'], seats: seats({ 1: { backs: 2, pile: 4 } }), own: { seat: 1, cards: ['Ac', '6e'] } } as CaidaView;
    const course = pictures(zonesOf(before), after, log(told('jugada', 1, { cards: ['4o'] }), told('recoge', 1, { cards: ['4b', '5o', '6b'] })));
    expect(course).toHaveLength(2);
    expect(course[0]).toMatchObject({ over: '4b' });
    const first = follow(nodes, course[0]!);
    expect(at(first, '4o')).toMatchObject({ id: at(nodes, '4o')!.id, zone: 'play' });
    expect(at(first, '5o')).toMatchObject({ zone: 'board' });
    const last = follow(first, course[1]!);
    expect(last.map((n) => n.id)).toEqual(nodes.map((n) => n.id));
    expect(['4o', '4b', '5o', '6b'].map((card) => last.find((n) => n.id === at(nodes, card)!.id))).toMatchObject(
      [0, 1, 2, 3].map((index) => ({ zone: 'pile:1', index, card: null })),
    );
    expect([...course[1]!.delays.values()]).toEqual([0, 0, 110, 220]);
  });
  it("turn another player's back into the card he plays", () => {
    const after = { ...before, board: [...before.board!, 'So'], seats: seats({ 2: { backs: 2 } }) } as CaidaView;
    const [only, ...more] = pictures(zonesOf(before), after, log(told('jugada', 2, { cards: ['So'] })));
    expect(more).toEqual([]);
    const found = follow(nodes, only!, 'seat:2');
    const was = nodes.find((n) => n.id === at(found, 'So')!.id)!;
    expect(was).toMatchObject({ zone: 'seat:2', card: null });
  });
  it('are dealt one after another, and a repeated one lies aside before it goes back', () => {
    const start = { phase: 'POR_REPARTIR', deck: 40, seats: seats({ 1: { backs: 0 }, 2: { backs: 0 } }) } as CaidaView;
    const deal = [1, 2, 1, 2, 1, 2].flatMap((seat, n) => [
      told('carta', seat, { amount: 1 }),
      ...(seat === 1 ? [told('carta', 1, { cards: [['Ac', '4o', '6e'][n / 2]], only: [1] })] : []),
    ]);
    const course = pictures(
      zonesOf(start), before,
      log(told('reparte', 1, { word: 'asc' }), told('mazo', 1, { amount: 1 }), ...deal,
        told('mesa', 0, { cards: ['4b'] }), told('apartada', 0, { cards: ['4c'] }), told('mesa', 0, { cards: ['5o'] }),
        told('mesa', 0, { cards: ['Re'] }), told('mesa', 0, { cards: ['6b'] }), told('baraja', 0, { amount: 30 }),
        told('puntos', 2, { amount: 1, word: 'mal_echada' })),
    );
    expect(course).toHaveLength(2);
    expect(course[0]!.zones.find((z) => z.name === 'aside')!.cards).toEqual(['4c']);
    expect([...course[0]!.delays.values()].slice(0, 7)).toEqual([0, 40, 80, 120, 160, 200, 240]);
    const dealt = follow(follow([], { zones: zonesOf(start), run: [] }), course[0]!);
    expect(dealt).toHaveLength(40);
    expect(course[1]!.zones.find((z) => z.name === 'deck')!.cards).toHaveLength(30);
  });
});

class Stand implements Wire {
  static last: Stand;
  sent: { type: string; do?: Record<string, unknown> }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Stand.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as never);
  }
  close(): void {}
}

describe('the table screen of Caída', () => {
  let app: Record<string, unknown> | undefined;
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg></svg>')));
    window.matchMedia = ((query: string) => ({ matches: query.includes('900px'), addEventListener() {} })) as never;
    HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
      this.open = true;
    };
  });
  afterEach(() => {
    if (app) void unmount(app);
    app = undefined;
    document.body.innerHTML = '';
  });
  async function show(scene: string) {
    app = mount(Mesa, { target: document.body, props: { table: 'm1', dial: () => new Stand() } });
    flushSync();
    Stand.last.onopen?.();
    Stand.last.onmessage?.({ data: JSON.stringify(CAIDA[scene]!()) });
    await vi.waitFor(() => expect(document.querySelector('.foot .bar')).not.toBeNull(), { timeout: 5000 });
    flushSync();
  }
  const press = (key: string) => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    flushSync();
  };
  const acts = () => Stand.last.sent.filter((f) => f.type === 'cmd').map((f) => f.do!);
  const text = () => document.body.textContent!.replace(/\s+/g, ' ');

  it('shows consequences only as offered; a digit chooses, Enter plays', async () => {
    await show('caida');
    for (const words of ['Queda en la mesa', 'Recoge 4, 5 y 6', 'Caída, +1. Recoge el 6', 'la dejó Fabio', '2 de 10', 'Reparto 1 de 3 del mazo'])
      expect(text()).toContain(words);
    press('Enter');
    expect(acts()).toEqual([]);
    press('2');
    expect(document.querySelectorAll('.tile.main')).toHaveLength(1);
    expect(document.querySelectorAll('.board .taken')).toHaveLength(3);
    press('Enter');
    expect(acts()).toEqual([{ type: 'act', hand: 'm1-118', turn: 7, move: 'jugar', cards: ['4o'] }]);
  });
  it('moves the choice with the arrows', async () => {
    await show('caida');
    press('ArrowLeft');
    press('ArrowLeft');
    press('Enter');
    expect(acts()).toMatchObject([{ cards: ['4o'] }]);
  });
  it('sings an order with A or D at the first deal and says what it charges', async () => {
    await show('caida-repartir');
    expect(text()).toContain('se cobran 2.000 a cada uno y se apartan 6.000 más');
    expect(text()).toContain('Podrías pagar hasta 8.000: 4× el costo');
    press('r');
    expect(acts()).toEqual([]);
    press('d');
    expect(acts()).toMatchObject([{ move: 'repartir', option: 'desc' }]);
  });
  it('deals with R later, and others read who deals', async () => {
    await show('caida-otra-vez');
    press('r');
    expect(acts()).toEqual([{ type: 'act', hand: 'm1-118', turn: 7, move: 'repartir' }]);
    app = void unmount(app!) as never;
    document.body.innerHTML = '';
    await show('caida-mazo');
    expect(text()).toContain('Reparte Beto');
    expect(text()).toContain('Cuenta del mazo 2');
    expect(text()).toContain('Ronda de Rey +4');
  });
  it('speaks my turn: my cards, the table, what each card does', async () => {
    await show('caida');
    const said = document.querySelector('[data-live="turn"]')!.textContent!;
    for (const words of ['Te toca', 'As de copas, 4 de oros y 6 de espadas', 'En la mesa: 5 de oros', '2: 4 de oros, Recoge 4, 5 y 6'])
      expect(said).toContain(words);
  });
  it('is ready with L; the host sets options and reads what they may cost', async () => {
    await show('caida-entre');
    press('l');
    expect(acts()).toEqual([{ type: 'ready', on: true }]);
    press('o');
    expect(document.querySelector('dialog')!.textContent).toContain('Hay 2.000 de acumulado');
  });
  it('shows the account of the money at the end', async () => {
    await show('caida-gana');
    for (const words of ['Ganas la partida', 'Cobras 11.400', 'Extras por dobles', 'pagó 4.000, 2× el costo', '−600']) expect(text()).toContain(words);
  });
});
