import { afterEach, beforeEach, expect, it } from 'vitest';
import { visitFileName } from './file-names';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Rome';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it("names a visit after midnight by the doctor's day, not by that of Greenwich", () => {
  expect(visitFileName('2026-11-21T23:30:00Z', '.webm')).toBe('visita_2026-11-22.webm');
});
