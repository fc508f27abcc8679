// One connection to one table. It comes back by itself and names the newest envelope it has;
// commands keep their `cmd_id` and are sent again until the server has answered them.
import type { ClientFrame, Cmd, Do, ServerFrame } from './wire';

export type Link = 'connecting' | 'open' | 'away' | 'replaced' | 'signed_out';

/** What a connection tells its owner. */
export interface Listener {
  link(state: Link): void;
  frame(frame: ServerFrame): void;
  /** The newest envelope that the owner has applied. */
  newest(): { epoch: number; seq: number };
}

/** The part of WebSocket that is used, so that tests and fixtures can stand in for it. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
}

const BACKOFF_MS = [300, 1000, 2000, 4000, 8000];
const PING_MS = 10_000;
const SILENT_MS = 25_000; // two pings without any frame: the line is dead

interface Pending {
  cmd: Cmd;
  done: (code: string) => void;
}

export class Connection {
  private wire: Wire | null = null;
  private link: Link = 'connecting';
  private attempts = 0;
  private attached = false;
  private heard = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private pending = new Map<string, Pending>();
  private sent = new Map<number, number>();
  private pings = 0;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly owner: Listener,
    private readonly dial: () => Wire = dialServer,
  ) {}

  start(): void {
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  stop(): void {
    this.stopped = true;
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.clear();
    this.wire?.close();
    for (const { done } of this.pending.values()) done('not_sent');
    this.pending.clear();
  }

  /** Sends a command; the answer is its code, empty when it was done. */
  command(what: Do): Promise<string> {
    const cmd: Cmd = { type: 'cmd', cmd_id: newId(), table: this.table, do: what };
    return new Promise((done) => {
      this.pending.set(cmd.cmd_id, { cmd, done });
      if (this.attached) this.send(cmd);
    });
  }

  /** Asks for what is missing, after a gap in the numbering. */
  resync(): void {
    if (this.wire && this.link === 'open') this.hello();
  }

  /** Takes the table back after another window had it. */
  again(): void {
    this.attempts = 0;
    this.open();
  }

  private readonly hurry = (): void => {
    if (this.link === 'away' && !document.hidden) {
      this.clear();
      this.open();
    }
  };

  private open(): void {
    this.clear();
    this.attached = false;
    const wire = this.dial();
    this.wire = wire;
    this.heard = Date.now();
    wire.onopen = () => this.wire === wire && this.hello();
    wire.onmessage = (event) => this.wire === wire && this.receive(event.data);
    wire.onclose = () => this.wire === wire && this.lost();
  }

  private hello(): void {
    this.send({ type: 'hello', table: this.table, ...this.owner.newest() });
  }

  private send(frame: ClientFrame): void {
    this.wire?.send(JSON.stringify(frame));
  }

  private receive(text: string): void {
    this.heard = Date.now();
    const frame = JSON.parse(text) as ServerFrame;
    if (frame.type === 'snapshot') this.welcome();
    if (frame.type === 'answer') this.settle(frame.cmd_id, frame.code);
    if (frame.type === 'error' && frame.cmd_id) this.settle(frame.cmd_id, frame.code);
    if (frame.type === 'closed') this.ended(frame.code);
    this.owner.frame(frame);
  }

  private welcome(): void {
    const first = !this.attached;
    this.attached = true;
    this.attempts = 0;
    this.say('open');
    if (!first) return;
    for (const { cmd } of this.pending.values()) this.send(cmd);
    this.beat();
  }

  private settle(id: string, code: string): void {
    const waiting = this.pending.get(id);
    if (!waiting) return;
    this.pending.delete(id);
    waiting.done(code);
  }

  private beat(): void {
    this.timers.push(
      setTimeout(() => {
        if (Date.now() - this.heard > SILENT_MS) return this.wire?.close();
        this.pings += 1;
        this.sent.set(this.pings, performance.now());
        this.send({ type: 'ping', n: this.pings });
        this.beat();
      }, PING_MS),
    );
  }

  /** How long ago a ping was sent, in ms; its answer carries the server's clock of half of it. */
  trip(n: number): number {
    const then = this.sent.get(n);
    this.sent.delete(n);
    return then === undefined ? 0 : performance.now() - then;
  }

  private ended(code: string): void {
    if (code === 'replaced' || code === 'signed_out') {
      const wire = this.wire;
      this.wire = null;
      this.clear();
      this.say(code);
      wire?.close();
    }
  }

  private lost(): void {
    this.wire = null;
    this.attached = false;
    this.clear();
    if (this.stopped) return;
    this.say('away');
    const wait = BACKOFF_MS[Math.min(this.attempts, BACKOFF_MS.length - 1)] ?? 8000;
    this.attempts += 1;
    this.timers.push(setTimeout(() => this.open(), wait * (0.8 + Math.random() * 0.4)));
  }

  private say(link: Link): void {
    if (link === this.link) return;
    this.link = link;
    this.owner.link(link);
  }

  private clear(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }
}

function dialServer(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Wire;
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
