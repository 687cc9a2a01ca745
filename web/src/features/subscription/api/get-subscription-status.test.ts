import { expect, it } from 'vitest';
import { resetClient } from '@/shared/api/client';
import { FakeServer } from '@/shared/testing/fake-server';
import { freeDefaults } from '../model/subscription-status';
import { getSubscriptionStatus } from './get-subscription-status';

it('gives the figures of the free plan when not even the configuration can be read', async () => {
  resetClient();
  new FakeServer().install().on('GET', '/config.json', () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await getSubscriptionStatus('u1')).toMatchObject({ ...freeDefaults, error: { code: 'network' } });
});
