import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prove } from '../dev/prove';
import { SCENES } from '../dev/scenes';
import { Connection, type Link, type Wire } from '../src/lib/socket';
import { TableStore } from '../src/lib/table/store.svelte';
import type { ServerFrame, Snapshot, StepFrame } from '../src/lib/wire';

class Line implements Wire {
  static all: Line[] = [];
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.();
  }
  say(frame: unknown): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
const last = (): Line => Line.all.at(-1)!;
const snapshot = (over: Partial<Snapshot> = {}): Snapshot => ({ ...SCENES.apuesta!(), ...over });

beforeEach(() => {
  Line.all = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function open() {
  const links: Link[] = [];
  const frames: ServerFrame[] = [];
  const newest = { epoch: 0, seq: 0 };
  const connection = new Connection(
    'm1',
    { link: (l) => links.push(l), frame: (f) => frames.push(f), newest: () => newest },
    () => new Line(),
  );
  connection.start();
  last().onopen?.();
  last().say(snapshot());
  return { connection, links, frames, newest };
}

describe('a connection', () => {
  it('says hello with the newest envelope it has, again after it was lost', () => {
    const { links, newest, connection } = open();
    expect(last().sent[0]).toMatchObject({ type: 'hello', table: 'm1', seq: 0 });
    Object.assign(newest, { epoch: 1, seq: 42 });
    last().close();
    expect(links.at(-1)).toBe('away');
    vi.advanceTimersByTime(1000);
    last().onopen?.();
    expect(last().sent[0]).toMatchObject({ type: 'hello', epoch: 1, seq: 42 });
    last().say(snapshot());
    expect(links.at(-1)).toBe('open');
    connection.stop();
  });
  it('sends an unanswered command again under the same id, and an answered one never', async () => {
    const { connection } = open();
    const first = connection.command({ type: 'ready', on: true });
    const second = connection.command({ type: 'stand' });
    const [a, b] = last().sent.filter((f) => f.type === 'cmd');
    last().say({ type: 'answer', cmd_id: a!.cmd_id, code: '', seq: 11 });
    expect(await first).toBe('');
    last().close();
    vi.advanceTimersByTime(1000);
    last().onopen?.();
    expect(last().sent.filter((f) => f.type === 'cmd')).toEqual([]);
    last().say(snapshot());
    expect(last().sent.filter((f) => f.type === 'cmd')).toEqual([b]);
    last().say({ type: 'answer', cmd_id: b!.cmd_id, code: 'not_seated', seq: 0 });
    expect(await second).toBe('not_seated');
    connection.stop();
  });
  it('does not fight a newer window for the table', () => {
    const { links, connection } = open();
    last().say({ type: 'closed', code: 'replaced' });
    expect(links.at(-1)).toBe('replaced');
    vi.advanceTimersByTime(60_000);
    expect(Line.all).toHaveLength(1);
    connection.again();
    expect(Line.all).toHaveLength(2);
    connection.stop();
  });
  it('notices a dead line and dials again', () => {
    const { links, connection } = open();
    vi.advanceTimersByTime(50_000);
    expect(links).toContain('away');
    expect(Line.all.length).toBeGreaterThan(1);
    connection.stop();
  });
});

describe('the store of a table', () => {
  function table() {
    const store = new TableStore('m1', () => new Line());
    const stop = store.start();
    last().onopen?.();
    last().say(snapshot());
    return { store, stop };
  }
  const step = (seq: number, over: Partial<StepFrame> = {}): StepFrame => {
    const { table, epoch, state, view, offers } = snapshot();
    return { type: 'step', table, epoch, seq, at_ms: 0, seat: 1, events: [], state, view, offers, roots: [], openings: [], info: null, ...over };
  };
  it('takes the next envelope, ignores an old one and asks after a gap', () => {
    const { store, stop } = table();
    last().say(step(11, { offers: [] }));
    expect(store.newest()).toEqual({ epoch: 1, seq: 11 });
    expect(store.offers).toEqual([]);
    last().say(step(11));
    expect(store.offers).toEqual([]);
    last().say(step(14));
    expect(store.newest().seq).toBe(11);
    expect(last().sent.at(-1)).toMatchObject({ type: 'hello', seq: 11 });
    stop();
  });
  it('changes nothing on the table when a move is sent', () => {
    const { store, stop } = table();
    const before = store.view;
    store.play('igualar');
    expect(store.sending).toBe('igualar');
    expect(store.view).toBe(before);
    expect(last().sent.at(-1)).toMatchObject({ do: { type: 'act', hand: 'm1-118', turn: 7, move: 'igualar' } });
    stop();
  });
  it('keeps a refusal as its code and frees the buttons', async () => {
    const { store, stop } = table();
    store.play('igualar');
    last().say({ type: 'answer', cmd_id: last().sent.at(-1)!.cmd_id, code: 'stale_turn', seq: 0 });
    await vi.waitFor(() => expect(store.refused).toBe('stale_turn'));
    expect(store.sending).toBe('');
    stop();
  });
  it('raises the alarm for a card without an opening, and not for proved ones', async () => {
    vi.useRealTimers();
    const { store, stop } = table();
    await vi.waitFor(() => expect(store.findings).toHaveLength(4));
    expect(store.findings[0]).toMatchObject({ hand: 'm1-118', verdict: 'missing' });
    stop();
    const proved = new TableStore('m1', () => new Line());
    const end = proved.start();
    last().onopen?.();
    last().say(snapshot(await prove('m1-118')));
    await vi.waitFor(() => expect(proved.proved).toBeGreaterThan(3));
    expect(proved.findings).toEqual([]);
    end();
  });
});
