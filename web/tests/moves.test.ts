import { describe, expect, it } from 'vitest';
import { parseAmount, minutes, money, signed } from '../src/lib/money';
import { additions, costOf, fit, fixedAmount, isOpen, nudge, wrong } from '../src/lib/table/moves';

const voy = { move: 'voy', least: 12500, most: 62300, step: 500, paid: 4000 };

describe('an amount against its offer', () => {
  it.each([
    [12499, 'low'], [12500, 'none'], [12700, 'step'], [62000, 'none'], [62300, 'none'],
    [62400, 'high'], [null, 'missing'], [-500, 'low'],
  ] as const)('%s is %s', (amount, expected) => {
    expect(wrong(voy, amount)).toBe(expected);
  });
  it('is fitted to the grid, and to the whole stack at the end', () => {
    expect([0, 12501, 62250, 99999].map((a) => fit(voy, a))).toEqual([12500, 13000, 62300, 62300]);
  });
  it('is nudged by one step, from off the grid to it', () => {
    expect(nudge(voy, 12500, 1)).toBe(13000);
    expect(nudge(voy, 12500, -1)).toBe(12500);
    expect(nudge(voy, 62300, -1)).toBe(62000);
    expect(nudge(voy, 62000, 1)).toBe(62300);
  });
  it('costs what is not paid yet', () => {
    expect(costOf(voy, 20000)).toBe(16000);
    expect(costOf({ move: 'igualar', cost: 8000 })).toBe(8000);
    expect(costOf({ move: 'paso' })).toBe(0);
  });
  it('is no choice when both bounds are one', () => {
    expect(fixedAmount({ move: 'voy', least: 5000, most: 5000 })).toBe(5000);
    expect(isOpen({ move: 'voy', least: 5000, most: 5000 })).toBe(false);
    expect(fixedAmount({ move: 'paso' })).toBeUndefined();
  });
  it('offers at most four additions of the table', () => {
    expect(additions([500, 1000, 2000, 5000, 10000, 50000], voy)).toEqual([1000, 2000, 5000, 10000]);
    expect(additions([500, 1000, 2000, 5000], { ...voy, most: 14000 })).toEqual([500, 1000]);
  });
});

describe('money as text', () => {
  it('stands in thousands', () => {
    expect([0, 950, 5000, 1234567, -850].map(money)).toEqual(['0', '950', '5.000', '1.234.567', '−850']);
    expect([signed(9500), signed(-9500)]).toEqual(['+9.500', '−9.500']);
  });
  it('is read back, and nothing else is', () => {
    expect(['20.000', '20 000', '20000', '1.234.567'].map(parseAmount)).toEqual([20000, 20000, 20000, 1234567]);
    expect(['', '-5', '1e3', '12a', '٣', '9'.repeat(16)].map(parseAmount)).toEqual(Array(6).fill(null));
  });
  it('minutes never go below zero', () => {
    expect([94, 60, 9.2, -3].map(minutes)).toEqual(['1:34', '1:00', '0:10', '0:00']);
  });
});
