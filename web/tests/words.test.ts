import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from '../src/lib/i18n/en';
import { es } from '../src/lib/i18n/es';
import { chronicle, pieces, spoken } from '../src/lib/table/chronicle';
import { awards, balance } from '../src/lib/table/result';
import type { GameEvent, Seen } from '../src/lib/wire';

const wire = readFileSync('src/lib/wire.ts', 'utf8');
const union = (name: string): string[] =>
  [...(wire.match(new RegExp(`export type ${name} =((?:\\s*\\| "[^"]+")+)`))?.[1] ?? '').matchAll(/"([^"]+)"/g)].map((m) => m[1]!);
const texts = es as Record<string, string>;

describe('the dictionaries', () => {
  it('have a sentence with a next step for every code of the wire', () => {
    expect(union('Code').length).toBeGreaterThan(40);
    for (const code of union('Code')) expect(texts[`code.${code}`], code).toMatch(/\. \S|[;:] \S|\./);
  });
  it('name every phase and every move of Primera', () => {
    for (const phase of union('PrimeraPhase')) expect(texts[`primera.phase.${phase}`], phase).toBeTruthy();
    for (const move of union('PrimeraMove')) expect(texts[`primera.${move}`], move).toBeTruthy();
  });
  it('tell every fact, or leave it out on purpose', () => {
    const silent = new Set(['recoge', 'descartadas', 'showdown', 'bote', 'fin', 'banda',
      'table_ready', 'table_waiting', 'table_wished', 'table_hand_closed', 'table_abandoned',
      'table_host', 'table_options', 'table_session']);
    for (const fact of [...union('PrimeraFact'), ...union('TableFact')]) {
      const told = Object.keys(texts).some((key) => key === `fact.${fact}` || key.startsWith(`fact.${fact}.`));
      expect(told !== silent.has(fact), fact).toBe(true);
    }
  });
  it('use the same places in both languages', () => {
    for (const [key, text] of Object.entries(texts)) {
      const holes = (s: string) => [...new Set([...s.matchAll(/\{\w+\}/g)].map((m) => m[0]))].sort();
      expect(holes((en as Record<string, string>)[key]!), key).toEqual(holes(text));
    }
  });
});

const log = (...events: GameEvent[]): Seen[] => events.map((event, number) => ({ hand: 'h', number, at_ms: 0, event }));
const told = (what: string, seat: number, more = {}): GameEvent => ({ type: 'told', what, seat, ...more });
const moved = (source: string, target: string, amount: number, why: string): GameEvent => ({ type: 'moved', source, target, amount, why });
const NAMES = { nick: (s: number) => ['', 'Ana', 'Beto', 'Carla'][s] ?? '', me: 1, game: 'primera' };
const lines = (...events: GameEvent[]) => chronicle(log(...events), NAMES).map((l) => spoken(l.text));

describe('the log in words', () => {
  it('says who said what, in the second person for me', () => {
    const said = lines(
      told('fase', 0, { word: 'APUESTA' }),
      told('dice', 1, { word: 'igualar', amount: 8000 }),
      told('dice', 2, { word: 'voy', amount: 12000 }),
    );
    expect(said).toEqual([
      'Apuesta.', 'Tú igualaste 8.000.', 'Beto: Voy, 12.000.',
    ]);
  });
  it('says committed, returned, rake and share', () => {
    expect(lines(
      moved('pot:pozo', 'seat:2', 30000, 'DEVOLUCION_NO_IGUALADA'),
      told('bote', 0, { word: 'pozo', amount: 45000 }),
      moved('pot:pozo', 'house:rake', 2250, 'PREMIO'),
      moved('pot:pozo', 'seat:1', 21400, 'PREMIO'),
      moved('pot:pozo', 'seat:2', 21350, 'PREMIO'),
    )).toEqual([
      'Vuelven 30.000 no igualados a Beto.',
      'Cobran del pozo: Tú 21.400 y Beto 21.350. Rake 2.250.',
    ]);
  });
  it('marks names and never leaves a mark in what is spoken', () => {
    expect(pieces('*Ana*: Paso')).toEqual([{ text: 'Ana', strong: true }, { text: ': Paso', strong: false }]);
  });
  it('is silent about what it does not know', () => {
    expect(lines(told('nuevo', 1))).toEqual([]);
  });
});

describe('the result of a hand', () => {
  const all = log(
    moved('seat:1', 'pot:pique', 5000, 'APORTE_PIQUE'),
    moved('seat:1', 'pot:pozo', 20000, 'APUESTA'),
    moved('pot:pozo', 'seat:1', 4000, 'DEVOLUCION_NO_IGUALADA'),
    told('bote', 0, { word: 'pique', amount: 15000 }),
    moved('pot:pique', 'house:rake', 750, 'PREMIO'),
    moved('pot:pique', 'seat:2', 14250, 'PREMIO'),
    told('bote', 0, { word: 'pozo', amount: 32000 }),
    moved('pot:pozo', 'house:rake', 1600, 'PREMIO'),
    moved('pot:pozo', 'seat:1', 30400, 'PREMIO'),
  );
  it('is one row per pot, with rake and shares', () => {
    expect(awards(all, 'h')).toEqual([
      { pot: 'pot:pique', gross: 15000, rake: 750, shares: [{ seat: 2, amount: 14250 }] },
      { pot: 'pot:pozo', gross: 32000, rake: 1600, shares: [{ seat: 1, amount: 30400 }] },
    ]);
  });
  it('is my balance: put in, returned, won, net', () => {
    expect(balance(all, 'h', 1)).toEqual({ committed: 25000, returned: 4000, won: 30400, net: 9400 });
  });
});
