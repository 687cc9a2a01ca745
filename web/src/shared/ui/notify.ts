import { notifications } from '@mantine/notifications';
import { common } from '@/shared/i18n/common.messages';

const toastMilliseconds = 3_000;

/** A confirmation that leaves by itself after three seconds. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: toastMilliseconds, withCloseButton: false, role: 'status' });
}

/** A failure that does not deserve a banner. It stays until it is closed: nobody has to read it in time. */
export function notifyError(message: string): void {
  notifications.show({
    message,
    color: 'red',
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': common.actions.close },
    role: 'alert',
  });
}
