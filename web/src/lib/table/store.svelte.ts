// A table as one viewer sees it. Every envelope carries the whole view after it: this store keeps
// the newest one and never works a state out by itself. Events only feed the log and the motion.
import { Ledger, type Finding } from '../proof/ledger';
import { Connection, type Link, type Listener, type Wire as Line } from '../socket';
import type * as Wire from '../wire';
import { clock } from './clock.svelte';

const LOG_LIMIT = 400; // events kept for the log of a table; older ones are in the replays

/** What happened in one envelope, for whoever moves cards or speaks. */
export interface Happening {
  events: Wire.Seen[];
  /** The whole deck was shuffled anew: all cards went back to it first. */
  gathered: boolean;
  /** The first picture after a connection: nothing moves, nothing is spoken twice. */
  fresh: boolean;
}

export class TableStore implements Listener {
  link_state = $state<Link>('connecting');
  info = $state.raw<Wire.TableInfo | null>(null);
  state = $state.raw<Wire.TableState | null>(null);
  view = $state.raw<Wire.View | null>(null);
  offers = $state.raw<Wire.Offer[]>([]);
  log = $state.raw<Wire.Seen[]>([]);
  seat = $state(0);
  /** The move that is on its way (`''`: none), and the code of the last refusal. */
  sending = $state('');
  refused = $state('');
  /** Why the table cannot be shown at all; empty when it can. */
  failed = $state('');
  lost_at_ms = $state(0);
  findings = $state.raw<Finding[]>([]);
  proved = $state(0);
  last = $state.raw<Happening>({ events: [], gathered: false, fresh: true });

  /** The hand that the view shows: the running one, or the one that has just ended. */
  hand = $state('');

  private epoch = 0;
  private seq = 0;
  private ledger = new Ledger('');
  private passed = new Set<string>();
  private nicks: Record<number, string> = {};
  private connection: Connection;

  constructor(
    readonly table: string,
    dial?: () => Line,
  ) {
    this.connection = new Connection(table, this, dial);
  }

  start(): () => void {
    this.connection.start();
    return () => this.connection.stop();
  }

  again(): void {
    this.link_state = 'connecting';
    this.connection.again();
  }

  /** Whether an empty seat can be taken. */
  get free(): boolean {
    return this.seat === 0 && this.link_state === 'open' && this.state?.status !== 'closed';
  }

  newest(): { epoch: number; seq: number } {
    return { epoch: this.epoch, seq: this.seq };
  }

  link(state: Link): void {
    if (state === 'away' && this.link_state === 'open') this.lost_at_ms = clock.now_ms;
    this.link_state = state;
  }

  frame(frame: Wire.ServerFrame): void {
    if (frame.type === 'snapshot') this.snapshot(frame);
    else if (frame.type === 'step') this.step(frame);
    else if (frame.type === 'pong') clock.set(frame.now_ms, this.connection.trip(frame.n));
    else if (frame.type === 'error' && !frame.cmd_id) this.error(frame.code);
  }

  private error(code: string): void {
    if (this.info) this.refused = code;
    else this.failed = code;
  }

  private snapshot(frame: Wire.Snapshot): void {
    clock.set(frame.now_ms);
    this.failed = '';
    this.info = frame.info;
    this.epoch = frame.epoch;
    this.seq = frame.seq;
    this.log = (frame.tail ? [...this.log, ...frame.log] : frame.log).slice(-LOG_LIMIT);
    this.show(frame, { events: frame.tail ? frame.log : [], gathered: false, fresh: true });
  }

  private step(frame: Wire.StepFrame): void {
    if (frame.epoch === this.epoch && frame.seq <= this.seq) return;
    if (frame.epoch !== this.epoch || frame.seq !== this.seq + 1) return this.connection.resync();
    this.seq = frame.seq;
    if (frame.info) this.info = frame.info;
    this.log = [...this.log, ...frame.events].slice(-LOG_LIMIT);
    const whole = Math.max(0, ...this.cardCount(frame.view));
    const gathered = frame.roots.some((root) => root.n >= whole) || this.newHand(frame);
    this.show(frame, { events: frame.events, gathered, fresh: false });
  }

  private newHand(frame: Wire.StepFrame): boolean {
    return !!frame.state.hand && frame.state.hand !== this.hand;
  }

  private *cardCount(view: Wire.View | null): Generator<number> {
    if (!view) return;
    let held = (view.deck ?? 0) + (view.beside ?? 0) + (view.board?.length ?? 0);
    for (const seat of view.seats ?? []) held += (seat.backs ?? 0) + (seat.cards?.length ?? 0);
    yield held;
  }

  private show(frame: Wire.Snapshot | Wire.StepFrame, happening: Happening): void {
    const newest = frame.state.hand || [...this.log].reverse().find((seen) => seen.hand)?.hand;
    this.hand = newest ?? this.hand;
    if (frame.view?.turn !== this.view?.turn) this.refused = '';
    for (const { seat, nick } of frame.state.seats) this.nicks[seat] = nick;
    this.state = { ...frame.state, nicks: this.nicks } as Wire.TableState;
    this.view = frame.view;
    this.offers = frame.offers;
    this.seat = frame.seat;
    this.last = happening;
    if (frame.state.status === 'closed') this.connection.stop();
    void this.prove(frame, frame.type === 'snapshot' ? frame.log : frame.events);
  }

  /** Checks every card that arrived against the root that was published before it was dealt. */
  private async prove(frame: Wire.Snapshot | Wire.StepFrame, events: Wire.Seen[]): Promise<void> {
    const hand = this.hand;
    if (this.ledger.hand !== hand) {
      this.ledger = new Ledger(hand);
      this.passed = new Set();
    }
    const ledger = this.ledger;
    ledger.take(frame.roots, frame.openings);
    if (!frame.view || !hand) return;
    const wanted = new Map<string, number>();
    for (const { hand: of, event } of events)
      if (of === hand && event.type === 'told')
        for (const card of event.cards ?? []) wanted.set(card, 0);
    for (const seat of frame.view.seats ?? [])
      for (const card of seat.cards ?? []) wanted.set(card, 0);
    for (const card of frame.view.board ?? []) wanted.set(card, 0);
    for (const card of frame.view.own?.cards ?? []) wanted.set(card, ledger.whole());
    const found = [];
    for (const [card, since] of wanted) {
      if (card === '??') continue;
      const finding = await ledger.check(card, since);
      if (finding.verdict !== 'ok') found.push(finding);
      else if (this.ledger === ledger) this.passed.add(card);
    }
    if (this.ledger === ledger) this.proved = this.passed.size;
    this.alarm([...found, ...ledger.clashes()]);
  }

  private alarm(found: Finding[]): void {
    const key = (f: Finding) => `${f.hand}/${f.card}/${f.k}/${f.i}/${f.verdict}`;
    const known = new Set(this.findings.map(key));
    const fresh = found.filter((f) => !known.has(key(f)));
    if (fresh.length) this.findings = [...this.findings, ...fresh];
  }

  dismissFindings(): void {
    this.findings = [];
  }

  /** Sends a command; nothing on the table changes until the server's envelope arrives. */
  async command(what: Wire.Do, name: string = what.type): Promise<string> {
    if (this.sending) return 'busy';
    this.sending = name;
    this.refused = '';
    const code = await this.connection.command(what);
    this.sending = '';
    this.refused = code === 'not_sent' ? '' : code;
    return code;
  }

  /** Takes a seat (0: any) and is ready at once: who sits down wants to play. */
  async sit(seat: number): Promise<void> {
    if (await this.command({ type: 'sit', seat }, `sit${seat}`)) return;
    if (await this.command({ type: 'ready', on: true }, 'readytrue')) this.refused = '';
  }

  play(move: string, more: { amount?: number; cards?: string[]; option?: string } = {}): void {
    const hand = this.hand;
    const turn = this.view?.turn ?? 0;
    void this.command({ type: 'act', hand, turn, move, ...more }, move + (more.option ?? ''));
  }
}
