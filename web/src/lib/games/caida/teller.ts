// The log of a partida in words: one line for a card with all that it did.
import { rankName } from '../../cards/names';
import { list, t, word } from '../../i18n/index.svelte';
import { money, signed } from '../../money';
import type { Line, Names } from '../../table/chronicle';
import type { Seen } from '../../wire';
import { cardText, ORDERS, ranks } from './view';

type Told = Extract<Seen['event'], { type: 'told' }>;
type Moved = Extract<Seen['event'], { type: 'moved' }>;

/** «Ronda de Rey», «Vigía»: a canto as it is called when it is paid. */
export function cantoLabel(label: string): string {
  const [name = '', rank] = label.split(' ');
  const title = word(`caida.canto.${name}`, name);
  return rank ? t('caida.canto.of', { canto: title, rank: rankName(rank) }) : title;
}

export const orderText = (order: string): string => (ORDERS[order] ?? []).join(', ');

interface Play {
  key: string;
  seat: number;
  text: string;
  canto: string;
}

class Teller {
  lines: Line[] = [];
  private play: Play | null = null;
  private sung = { seat: 0, canto: '' };
  private money: Moved[] = [];
  private counts: Told[] = [];
  private laid: string[] = [];
  private order: number[] = [];
  private key = '';

  constructor(private readonly names: Names) {}

  who(seat: number, sits = false): string {
    return `*${seat === this.names.me ? t('you') : this.names.nick(seat, sits)}*`;
  }

  say(text: string, more: Partial<Line> = {}): void {
    if (text) this.lines.push({ key: this.key, text, ...more });
  }

  /** A sentence about a seat; `.me` has its own wording where it exists. */
  about(name: string, seat: number, params: Record<string, string | number> = {}): string {
    const all = { who: this.who(seat), ...params };
    const mine = seat === this.names.me ? word(`caida.tell.${name}.me`, '', all) : '';
    return mine || word(`caida.tell.${name}`, '', all);
  }

  flush(): void {
    if (this.play) {
      const { key, seat, text, canto } = this.play;
      const sung = canto ? `. ${t('caida.tell.canto', { canto: word(`caida.canto.${canto}`, canto) })}` : '';
      this.lines.push({ key, text: text + sung, seat });
      this.play = null;
    }
    if (this.counts.length) {
      const parts = this.counts.map((e) => `${this.who(e.seat ?? 0)} ${e.amount ?? 0}`);
      this.say(t('caida.tell.capturadas', { counts: list(parts) }));
      this.counts = [];
    }
    if (this.money.length) this.say(this.moved(this.money));
    this.money = [];
  }

  private moved(rows: Moved[]): string {
    const first = rows[0] as Moved;
    const seats = rows.map((m) => Number((m.target.startsWith('seat:') ? m.target : m.source).split(':')[1]) || 0);
    const amounts = [...new Set(rows.map((m) => m.amount))];
    const total = rows.reduce((s, m) => s + m.amount, 0);
    const who =
      amounts.length > 1
        ? list(rows.map((m, n) => `${this.who(seats[n] ?? 0)} ${money(m.amount)}`))
        : list([...new Set(seats)].filter(Boolean).map((s) => this.who(s)));
    const mine = seats.every((seat) => seat === this.names.me);
    const many = amounts.length > 1 ? '.many' : mine ? '.me' : '';
    const params = { who, amount: money(first.amount), total: money(total) };
    return word(`caida.money.${first.why}${many}`, word(`caida.money.${first.why}`, '', params), params);
  }

  take({ event, hand, number }: Seen): void {
    this.key = `${hand}/${number}`;
    if (event.type === 'moved') {
      if (this.money[0]?.why !== event.why) this.flush();
      this.money.push(event);
      return;
    }
    if (event.what === 'capturadas') {
      if (!this.counts.length) this.flush();
      this.counts.push(event);
      return;
    }
    const goes_on = ['recoge', 'caida', 'mesa_limpia', 'puntos'].includes(event.what);
    if (!goes_on || !this.play) this.flush();
    this.told(event);
  }

  private told(event: Told): void {
    const { what, seat = 0, amount = 0, cards = [], word: said = '' } = event;
    const add = (text: string) => {
      if (this.play) this.play.text += text;
      else this.say(text.replace(/^[.,:]? /, ''));
    };
    switch (what) {
      case 'reparte':
        [this.laid, this.order] = [[], ORDERS[said] ?? []];
        this.say(this.about(said ? 'reparte.orden' : 'reparte', seat, { order: orderText(said) }));
        break;
      case 'mazo':
        this.lines.splice(Math.max(0, this.lines.length - 1), 0, {
          key: `${this.key}h`,
          text: t('caida.mazo.number', { n: amount }),
          heading: true,
        });
        break;
      case 'mesa':
        this.laid.push(cards[0] ?? '');
        break;
      case 'canto':
        this.sung = { seat, canto: said };
        break;
      case 'jugada': {
        const canto = this.sung.seat === seat ? this.sung.canto : '';
        this.sung = { seat: 0, canto: '' };
        this.play = { key: this.key, seat, canto, text: this.about('jugada', seat, { card: cardText(cards[0] ?? '') }) };
        break;
      }
      case 'recoge':
        add(` ${this.about('recoge', seat, { cards: ranks(cards) })}`);
        break;
      case 'caida':
        add(`: *${t('caida.tell.caida', { points: signed(amount) })}*`);
        break;
      case 'mesa_limpia':
        add(`. *${t('caida.tell.limpia', { points: signed(amount) })}*`);
        break;
      case 'puntos':
        this.points(said, seat, amount);
        break;
      default:
        this.say(this.other(event));
    }
  }

  private points(cause: string, seat: number, amount: number): void {
    const params = { points: signed(amount) };
    if (cause === 'reparto') {
      const fits = this.laid.filter((card, n) => (card[0] === 'A' ? 1 : Number(card[0])) === this.order[n]);
      const key = fits.length === 1 ? 'caida.tell.sitio.one' : 'caida.tell.sitio';
      this.say(fits.length ? t(key, { ...params, cards: list(fits.map(cardText)) }) : this.about('reparto', seat, params));
    } else if (cause === 'mal_echada' || cause === 'excedente') this.say(this.about(cause, seat, params));
  }

  private other({ what, seat = 0, amount = 0, cards = [], word: said = '' }: Told): string {
    const params = {
      amount,
      points: signed(amount),
      cards: list(cards.map(cardText)),
      canto: cantoLabel(said),
      word: word(`caida.cause.${said}`, word(`word.${said}`, said)),
    };
    if (what === 'sin_efecto' && !seat) return t('caida.tell.sin_efecto.none');
    return this.about(what, seat, params);
  }
}

/** The lines of a stretch of the log; what is not the game's own goes to `rest`. */
export function tell(log: readonly Seen[], names: Names, rest: (log: readonly Seen[]) => Line[]): Line[] {
  const teller = new Teller(names);
  for (const seen of log) {
    const { event } = seen;
    if (event.type === 'told' && event.what.startsWith('table_')) {
      teller.flush();
      const own = word(`caida.tell.${event.what}`, '', { who: teller.who(event.seat ?? 0, true), nick: event.word ?? '' });
      const key = `${seen.hand}/${seen.number}`;
      if (own.startsWith('#')) teller.lines.push({ key, text: own.slice(1), heading: true });
      else if (own) teller.lines.push({ key, text: own });
      else teller.lines.push(...rest([seen]));
    } else teller.take(seen);
  }
  teller.flush();
  return teller.lines;
}
