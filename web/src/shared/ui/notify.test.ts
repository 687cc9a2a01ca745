import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { notifyError, notifySuccess } from './notify';

it('lets a confirmation leave by itself after three seconds', () => {
  notifySuccess('Salvato');
  expect(notificationsStore.getState().notifications.at(-1)).toMatchObject({ message: 'Salvato', autoClose: 3_000 });
});

it('leaves a failure until the doctor has read it', () => {
  notifyError('Non salvato');
  expect(notificationsStore.getState().notifications.at(-1)).toMatchObject({
    message: 'Non salvato',
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Chiudi' },
  });
});
