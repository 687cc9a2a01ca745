import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { visitFileName } from './file-names';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Rome');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it("names a visit after midnight by the doctor's day, not by that of Greenwich", () => {
  expect(visitFileName('2026-11-21T23:30:00Z', '.webm')).toBe('visita_2026-11-22.webm');
});
