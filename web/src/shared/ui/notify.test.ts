import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { notifySuccess } from './notify';

it('lets a confirmation leave by itself after three seconds', () => {
  notifySuccess('Salvato');
  expect(notificationsStore.getState().notifications).toMatchObject([{ message: 'Salvato', autoClose: 3_000 }]);
});
