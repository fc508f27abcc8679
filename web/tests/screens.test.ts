import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCENES } from '../dev/scenes';
import type { Offer, View } from '../src/lib/wire';
import type { Wire } from '../src/lib/socket';
import Mesa from '../src/routes/Mesa.svelte';

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

let app: Record<string, unknown> | undefined;
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<svg></svg>')));
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  window.matchMedia = ((query: string) => ({ matches: query.includes('900px'), addEventListener() {} })) as never;
});
afterEach(() => {
  if (app) void unmount(app);
  app = undefined;
  document.body.innerHTML = '';
});

async function show(scene: keyof typeof SCENES, over: { view?: View; offers?: Offer[]; game?: string } = {}) {
  app = mount(Mesa, { target: document.body, props: { table: 'm1', dial: () => new Stand() } });
  flushSync();
  Stand.last.onopen?.();
  const snapshot = SCENES[scene]!();
  if (over.view) snapshot.view = over.view;
  if (over.offers) snapshot.offers = over.offers;
  if (over.game) snapshot.info.game = over.game;
  Stand.last.onmessage?.({ data: JSON.stringify(snapshot) });
  await vi.waitFor(() => expect(document.querySelector('.foot')).not.toBeNull(), { timeout: 5000 });
  flushSync();
}
const press = (key: string) => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};
const acts = () => Stand.last.sent.filter((f) => f.type === 'cmd').map((f) => f.do!);
const text = () => document.body.textContent!.replace(/\s+/g, ' ');

describe('the table screen', () => {
  it('offers exactly what the server offers, with what it costs', async () => {
    await show('apuesta');
    for (const words of ['No llevo', 'Llevo juego', 'Igualar 8.000', 'Me quedan 50.500', 'Voy a 12.500', 'pongo 8.500', 'Resto', '58.500'])
      expect(text()).toContain(words);
    expect(document.querySelectorAll('.tile.main')).toHaveLength(1);
    expect(text()).not.toContain('Pasar');
  });
  it('plays a letter at once, and asks once about a resto', async () => {
    await show('apuesta');
    press('n');
    expect(acts()).toEqual([{ type: 'act', hand: 'm1-118', turn: 7, move: 'no_llevo' }]);
    app = void unmount(app!) as never;
    document.body.innerHTML = '';
    await show('apuesta');
    press('r');
    expect(acts()).toEqual([]);
    document.querySelector<HTMLButtonElement>('dialog .yes')!.click();
    expect(acts()).toMatchObject([{ move: 'resto' }]);
  });
  it('does not send an amount out of bounds, and says why', async () => {
    await show('apuesta');
    const field = document.querySelector<HTMLInputElement>('.field')!;
    field.value = '9.000';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    press('v');
    expect(acts()).toEqual([]);
    expect(text()).toContain('Mínimo 12.500');
  });
  it('begins each turn at the least amount, whatever was typed before', async () => {
    await show('apuesta');
    const field = () => document.querySelector<HTMLInputElement>('.field')!;
    field().value = '60.000';
    field().dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    const next = SCENES.apuesta!();
    next.view!.turn = 8;
    next.offers = [{ move: 'voy', least: 500, most: 20000, step: 500 }, { move: 'paso' }];
    Stand.last.onmessage?.({ data: JSON.stringify(next) });
    flushSync();
    expect(field().value).toBe('500');
  });
  it('speaks my turn: cards, pots, debt and moves with their letters', async () => {
    await show('apuesta');
    const said = document.querySelector('[data-live="turn"]')!.textContent!;
    for (const words of ['Te toca', 'siete de oros', 'Chivo, 55 puntos', 'pozo: 32.000', 'Debes 8.000', 'N: No llevo', 'R: Resto'])
      expect(said).toContain(words);
  });
  it('says where a Paso was said, who competed for each pot and who will be La Mano', async () => {
    await show('showdown');
    for (const words of ['pasó en el pique', 'se retiró', 'disputan Beto, Diana, Fabio y tú', 'disputan Beto y Fabio', 'La Mano será Elena si sigue'])
      expect(text()).toContain(words);
  });
  it('shows a claim as a retirement until its contest, but to who said it', async () => {
    const claimed = (mine: boolean) => {
      const view = structuredClone(SCENES.otro!().view!);
      Object.assign(view.seats![mine ? 0 : 1]!, { word: 'paso', said_in: 'APUESTA', state: 'retirado', alive: false });
      Object.assign(view.own!, { word: mine ? 'llevo' : '' });
      return view;
    };
    await show('otro', { view: claimed(false) });
    expect(document.querySelector('[data-plate="2"]')!.textContent).toContain('se retiró');
    app = void unmount(app!) as never;
    document.body.innerHTML = '';
    await show('otro', { view: claimed(true) });
    expect(document.querySelector('[data-plate="1"]')!.textContent).toContain('llevó juego');
  });
  it('marks a house player on his seat in words, and nobody else', async () => {
    await show('apuesta');
    const marked = [...document.querySelectorAll('.house')].map((mark) => mark.closest('[data-seat]')!.getAttribute('data-seat'));
    expect(marked).toEqual(['4', '5', '6']);
    expect(document.querySelector('.house')!.textContent).toBe('casa');
  });
  it('plays any game on the plain felt', async () => {
    await show('apuesta', {
      game: 'tanto',
      view: {
        phase: 'ABIERTA',
        turn: 3,
        asks: [1],
        pots: [{ name: 'bote', amount: 700 }],
        seats: [{ seat: 1, chips: 900, backs: 0 }],
        own: { seat: 1, cards: ['3o', 'Rb'] },
      },
      offers: [
        { move: 'tirar', pick: [1, 1], cards: ['3o', 'Rb'] },
        { move: 'pedir', options: ['alto', 'bajo'] },
        { move: 'poner', least: 10, most: 50, step: 10 },
      ],
    });
    document.querySelector<HTMLButtonElement>('.own button')!.click();
    flushSync();
    press('t');
    expect(acts()).toEqual([{ type: 'act', hand: 'm1-118', turn: 3, move: 'tirar', cards: ['3o'] }]);
    expect(text()).toContain('Pedir alto');
    expect(text()).toContain('Poner 10');
  });
});
