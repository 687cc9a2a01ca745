import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, json, tableError } from '@/shared/testing/fake-server';
import { getMonthlyUse } from './get-monthly-use';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install();
  server.signIn();
});
afterEach(() => vi.unstubAllGlobals());

it('asks for the sums of the days of this month, and for no visit', async () => {
  const sums = Array.from({ length: 30 }, (_, day) => day);
  server.on('POST', '/rest/v1/rpc/minutes_charged', () => json(sums));
  expect(await getMonthlyUse(new Date(2026, 10, 22))).toEqual(sums);
  const [call] = server.callsTo('POST', '/rest/v1/rpc/minutes_charged');
  expect((call?.body as { bounds: string[] }).bounds).toHaveLength(31);
  expect(server.callsTo('GET', '/rest/v1/consultations')).toEqual([]);
});

it('fails with the reason of the server', async () => {
  server.on('POST', '/rest/v1/rpc/minutes_charged', () => tableError(400, '22003'));
  await expect(getMonthlyUse()).rejects.toMatchObject({ code: '22003' });
});
