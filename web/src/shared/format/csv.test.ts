import { expect, it } from 'vitest';
import { toCsv } from './csv';

it('quotes what would break a row and defuses formulas', () => {
  expect(
    toCsv([
      ['a;b', 'di "casa"'],
      ['=1+1', 'due\nrighe'],
    ]),
  ).toBe('"a;b";"di ""casa"""\r\n\'=1+1;"due\nrighe"\r\n');
});
