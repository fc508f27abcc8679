// The motion of a step: which pictures of the forty cards follow one another, and which node is
// which card in each of them. A node lives for the whole partida; a zone is a place that holds cards
// in order: `deck`, `aside`, `board`, `play`, `seat:3`, `pile:3`.
import type { Node, Zone } from '../../cards/tracker';
import type { Seen, View } from '../../wire';
import type { CaidaView } from './view';

export interface Picture {
  zones: Zone[];
  /** When each place begins to be taken, in ms, by `zone/index`. */
  delays: Map<string, number>;
  /** The order in which cards leave the table, the played one first. */
  run: string[];
  /** The card of the table on which the played one lands. */
  over: string;
  /** How long it stays after the last card has arrived. */
  hold_ms: number;
}

export const TRAVEL_MS = 240;
const DEAL_MS = 40;
const LAY_MS = 90;
const TAKE_MS = 110;
const LOOK_MS = 140; // the played card lies on its equal before both go
const ASIDE_MS = 500; // a repeated card lies aside before it goes back

const backs = (count: number): null[] => Array.from({ length: count }, () => null);

/** The places of a view and what lies in them. */
export function zonesOf(view: View | null): Zone[] {
  if (!view) return [];
  const seats = (view as CaidaView).seats ?? [];
  const zones: Zone[] = [
    { name: 'deck', cards: backs(view.deck ?? 0) },
    { name: 'aside', cards: backs(view.beside ?? 0) },
    { name: 'board', cards: [...(view.board ?? [])] },
  ];
  for (const { seat, backs: held = 0, pile = 0 } of seats) {
    const own = view.own?.seat === seat ? (view.own.cards ?? []) : [];
    zones.push({ name: `seat:${seat}`, cards: own.length ? [...own] : backs(held) });
    zones.push({ name: `pile:${seat}`, cards: backs(pile) });
  }
  return zones;
}

class Course {
  readonly found: Picture[] = [];
  private zones: Map<string, (string | null)[]>;
  private delays = new Map<string, number>();
  private at_ms = 0;
  private run: string[] = [];
  private over = '';

  constructor(before: readonly Zone[]) {
    this.zones = new Map(before.map((z) => [z.name, [...z.cards]]));
  }

  zone(name: string): (string | null)[] {
    const found = this.zones.get(name) ?? [];
    this.zones.set(name, found);
    return found;
  }

  put(name: string, card: string | null, wait_ms: number): void {
    const zone = this.zone(name);
    this.delays.set(`${name}/${zone.length}`, this.at_ms);
    zone.push(card);
    this.at_ms += wait_ms;
  }

  drop(name: string, card: string): void {
    const zone = this.zone(name);
    const at = zone.indexOf(card);
    zone.splice(at < 0 ? zone.length - 1 : at, 1);
  }

  picture(hold_ms = 0): void {
    if (!this.delays.size) return;
    const zones = [...this.zones].map(([name, cards]) => ({ name, cards: [...cards] }));
    this.found.push({ zones, delays: this.delays, run: this.run, over: this.over, hold_ms });
    [this.delays, this.at_ms, this.run, this.over] = [new Map(), 0, [], ''];
  }

  private deal(name: string, card: string | null, wait_ms: number): void {
    this.zone('deck').pop();
    this.put(name, card, wait_ms);
  }

  take({ event }: Seen, next: Seen | undefined): void {
    if (event.type !== 'told') return;
    const { what, seat = 0, cards = [] } = event;
    const card = cards[0] ?? null;
    switch (what) {
      case 'mazo':
        this.gather();
        break;
      case 'carta':
        if (card) this.zone(`seat:${seat}`).splice(-1, 1, card);
        else this.deal(`seat:${seat}`, null, DEAL_MS);
        break;
      case 'mesa':
        this.deal('board', card, LAY_MS);
        break;
      case 'apartada':
        this.deal('aside', card, LAY_MS * 2);
        break;
      case 'baraja':
        this.picture(ASIDE_MS);
        for (const back of this.zone('aside').splice(0).fill(null)) this.put('deck', back, 0);
        break;
      case 'jugada':
        this.picture();
        this.drop(`seat:${seat}`, card ?? '');
        if (next?.event.type === 'told' && next.event.what === 'recoge') {
          this.over = next.event.cards?.[0] ?? '';
          this.put('play', card, 0);
          this.picture(LOOK_MS);
        } else this.put('board', card, 0);
        break;
      case 'recoge':
        this.take_away(seat, [...this.zone('play').splice(0), ...cards]);
        break;
      case 'sobrantes':
        this.picture(LOOK_MS);
        this.take_away(seat, cards);
        this.picture(LOOK_MS);
        break;
    }
  }

  private take_away(seat: number, cards: readonly (string | null)[]): void {
    this.run = cards.filter((c): c is string => c !== null);
    for (const [n, card] of cards.entries()) {
      if (card && this.zone('board').includes(card)) this.drop('board', card);
      this.put(`pile:${seat}`, null, n === 0 ? 0 : TAKE_MS);
    }
  }

  private gather(): void {
    const out = [...this.zones].filter(([name, cards]) => name !== 'deck' && cards.length);
    for (const [, cards] of out) for (const _ of cards.splice(0)) this.put('deck', null, 0);
    this.picture();
  }
}

const same = (a: readonly Zone[], b: readonly Zone[]): boolean => {
  const text = (zones: readonly Zone[]) =>
    JSON.stringify(zones.filter((z) => z.cards.length).map((z) => [z.name, z.cards]).sort());
  return text(a) === text(b);
};

/** From the places before a step to those of the view after it, one picture after another. */
export function pictures(before: readonly Zone[], view: View | null, events: readonly Seen[]): Picture[] {
  const course = new Course(before);
  const told = events.filter(({ event }) => event.type === 'told' && event.what !== 'canto');
  for (const [n, seen] of told.entries()) course.take(seen, told[n + 1]);
  course.picture();
  const after = zonesOf(view);
  const last = course.found.at(-1);
  if (last && same(last.zones, after)) last.zones = after;
  else course.found.push({ zones: after, delays: new Map(), run: [], over: '', hold_ms: 0 });
  return course.found;
}

/** The nodes in the next picture. Ids go on living; a shown card keeps its own node. */
export function follow(nodes: readonly Node[], picture: Pick<Picture, 'zones' | 'run'>, from = ''): Node[] {
  const rank = new Map(picture.run.map((card, n) => [card, n]));
  const free = [...nodes].sort((a, b) => (rank.get(a.card ?? '') ?? 99) - (rank.get(b.card ?? '') ?? 99));
  const result: Node[] = [];
  let wanted = picture.zones.flatMap(({ name, cards }) => cards.map((card, index) => ({ card, zone: name, index })));
  const settle = (fits: (node: Node, place: { card: string | null; zone: string; index: number }) => boolean) => {
    wanted = wanted.filter((place) => {
      const at = free.findIndex((node) => fits(node, place));
      if (at < 0) return true;
      const [node] = free.splice(at, 1);
      result.push({ ...place, id: (node as Node).id });
      return false;
    });
  };
  settle((n, p) => p.card !== null && n.card === p.card);
  settle((n, p) => n.card === null && p.card === null && n.zone === p.zone && n.index === p.index);
  settle((n, p) => n.card === null && p.card === null && n.zone === p.zone);
  settle((n, p) => p.card !== null && n.card === null && n.zone === from);
  settle((n, p) => p.card !== null && n.card === null && n.zone === 'deck');
  settle((n, p) => p.zone.startsWith('pile') && n.card !== null);
  settle((n, p) => p.zone.startsWith('seat') && n.zone === 'deck');
  settle((n) => n.card === null);
  settle(() => true);
  let next = Math.max(0, ...nodes.map((n) => n.id)) + 1;
  for (const place of wanted) result.push({ ...place, id: next++ });
  return result.sort((a, b) => a.id - b.id);
}

/** Whose card a step shows first: its back is the one that turns. */
export function player(events: readonly Seen[]): string {
  const play = events.find(({ event }) => event.type === 'told' && event.what === 'jugada');
  return play?.event.type === 'told' ? `seat:${play.event.seat ?? 0}` : '';
}
