import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/errors';
import { describeError } from './errors.messages';

function refusal(code: string, message: string) {
  return new ApiError({ code, message, status: 400 });
}

it('says in Italian what the server refuses in the words of the specification', () => {
  expect(describeError(refusal('validation_failed', 'Patient ID is required'))).toBe(
    'Seleziona un paziente prima di salvare la consultazione',
  );
  expect(describeError(refusal('not_authenticated', 'User not authenticated'))).toBe('Utente non autenticato');
});

it('shows a code that nobody named yet', () => {
  expect(describeError(refusal('something_new', 'new'))).toContain('(something_new)');
});
