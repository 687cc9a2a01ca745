import { notifications } from '@mantine/notifications';

const toastMilliseconds = 3_000;

/** A confirmation that leaves by itself after three seconds. */
export function notifySuccess(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: toastMilliseconds, withCloseButton: false, role: 'status' });
}

/** A failure that does not deserve a banner. */
export function notifyError(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 2 * toastMilliseconds, role: 'alert' });
}
