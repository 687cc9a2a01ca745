import { expect, it } from 'vitest';
import { pageWithin } from './pages';

it('never names a page that has no rows', () => {
  expect(pageWithin(2, 26, 25)).toBe(2);
  expect(pageWithin(2, 25, 25)).toBe(1);
  expect(pageWithin(9, 60, 25)).toBe(3);
  expect(pageWithin(4, 0, 25)).toBe(1);
});
