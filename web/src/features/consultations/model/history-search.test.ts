import { expect, it } from 'vitest';
import { matchesSearch } from './history-search';

const consultation = {
  patient: { first_name: 'Nicolò', last_name: 'De Luca' },
  motivo_visita: 'Aumento di peso dopo la gravidanza',
};

it.each([
  ['', true],
  ['nicolo', true],
  ['DE LUCA', true],
  ['peso', true],
  ['luca gravidanza', true],
  ['rossi', false],
  ['luca rossi', false],
])('searches patient and reason for "%s": %s', (search, expected) => {
  expect(matchesSearch(consultation, search)).toBe(expected);
});

it('lives with a missing reason and patient', () => {
  expect(matchesSearch({ patient: null, motivo_visita: null }, 'x')).toBe(false);
});
