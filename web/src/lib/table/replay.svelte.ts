// A finished hand played again: the same felt, fed with the views that this viewer saw.
import { Ledger, type Finding } from '../proof/ledger';
import type * as Wire from '../wire';
import { TableStore } from './store.svelte';

/** A table store without a line: it shows step `at` of a replay. */
export class ReplayStore extends TableStore {
  at = $state(-1);
  checked = $state.raw<Finding[]>([]);
  checking = $state(true);

  constructor(
    readonly replay: Wire.Replay,
    rules: Record<string, unknown>,
    capacity: number,
  ) {
    super(replay.table);
    this.link_state = 'open';
    this.seat = replay.seat;
    this.info = {
      table: replay.table,
      name: replay.name,
      game: replay.game,
      version: replay.version,
      currency: 'PRA',
      bank: 'wallet',
      practice: true,
      capacity,
      least: 0,
      most: null,
      stake: 0,
      rules,
    };
    this.go(0);
    void this.verify();
  }

  get length(): number {
    return this.replay.steps.length;
  }

  /** Shows a step. Going back, or far, places everything at once. */
  go(to: number): void {
    const next = Math.max(0, Math.min(this.length - 1, to));
    if (next === this.at) return;
    const step = this.replay.steps[next];
    if (!step) return;
    const forward = next === this.at + 1;
    this.at = next;
    this.view = step.view;
    this.log = this.replay.steps.slice(0, next + 1).flatMap((s) => s.events);
    this.hand = this.replay.hand;
    this.state = this.stateOf(step);
    this.last = { events: forward ? step.events : [], gathered: false, fresh: !forward };
  }

  private stateOf(step: Wire.ReplayStep): Wire.TableState {
    const seats = Object.entries(this.replay.nicks).map(([seat, nick]) => ({
      seat: Number(seat),
      user: '',
      nick,
      house: false,
      chips: step.view.seats?.find((s) => s.seat === Number(seat))?.chips ?? 0,
      ready: true,
      connected: true,
      wish: 'play' as const,
      grace_ends_ms: 0,
      hurry: false,
      waiting: false,
      left: false,
      host: false,
      abandons: 0,
    }));
    const asks = step.view.asks ?? [];
    const clock = asks.length
      ? { name: '', seats: asks, starts_ms: 0, ends_ms: 8.64e15, held: true }
      : null;
    const { hand, nicks: people } = this.replay;
    return { status: 'playing', hand, hands: 0, seats, clock, opens_ms: 0, cancels_ms: 0, carry: 0, people };
  }

  /** The first step of each phase, to jump to; one that comes again is counted: `time` = 1, 2, … of
   * `times`. */
  phases(): { name: string; at: number; time: number; times: number }[] {
    const found: { name: string; at: number; time: number; times: number }[] = [];
    const times = new Map<string, number>();
    for (const [at, { view }] of this.replay.steps.entries()) {
      if (found.at(-1)?.name === view.phase) continue;
      const time = (times.get(view.phase) ?? 0) + 1;
      times.set(view.phase, time);
      found.push({ name: view.phase, at, time, times: 0 });
    }
    return found.map((each) => ({ ...each, times: times.get(each.name) ?? 1 }));
  }

  /** Checks every opening of the record and that every card that was seen has one. */
  private async verify(): Promise<void> {
    const { hand, roots, openings, steps } = this.replay;
    const ledger = new Ledger(hand);
    ledger.take(roots, openings);
    const cards = new Set<string>();
    for (const { events, view } of steps) {
      for (const { event } of events)
        if (event.type === 'told') for (const card of event.cards ?? []) cards.add(card);
      for (const seat of view.seats ?? []) for (const card of seat.cards ?? []) cards.add(card);
      for (const card of [...(view.board ?? []), ...(view.own?.cards ?? [])]) cards.add(card);
    }
    cards.delete('??');
    const found = [...ledger.clashes()];
    for (const card of cards) found.push(await ledger.check(card));
    this.checked = found;
    this.findings = found.filter((f) => f.verdict !== 'ok');
    this.checking = false;
  }
}
