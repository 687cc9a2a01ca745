import { expect, it } from 'vitest';
import { formatEuro, formatNumber, formatSigned } from './numbers';

it('writes numbers as Italian does, with or without the locale data of the browser', () => {
  const italian = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 });
  for (const value of [0, 7, 30, 999, 1000, 1200, 9999, 10_000, 12_345, 1_000_000, 84.5, 0.25, -3, -12_000])
    expect(formatNumber(value)).toBe(italian.format(value));
});

it('writes money and changes', () => {
  expect(formatEuro(99)).toBe('99\u00a0€');
  expect(formatEuro(9.99)).toBe('9,99\u00a0€');
  expect(formatSigned(-2.34, 'kg')).toBe('−2,3\u00a0kg');
  expect(formatSigned(-0.01, 'kg')).toBe('0\u00a0kg');
});
