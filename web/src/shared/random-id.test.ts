import { afterEach, expect, it, vi } from 'vitest';
import { randomId } from './random-id';

afterEach(() => vi.unstubAllGlobals());

it('is a version 4 id also on a plain http page, where the browser makes none', () => {
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  vi.stubGlobal('crypto', plain);
  expect(randomId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(randomId()).not.toBe(randomId());
});
