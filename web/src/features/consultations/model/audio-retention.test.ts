import { expect, it } from 'vitest';
import { retentionSentence } from './audio-retention';

const visit = '2026-11-21T13:05:00Z';

it.each([
  ['keep', "L'audio resta conservato con la visita."],
  [undefined, "L'audio resta conservato con la visita."],
  [
    'after-report',
    "L'audio sarà eliminato tra pochi minuti, ora che il referto è salvato. Trascrizione e referto restano.",
  ],
  ['30', "L'audio sarà eliminato il 21/12/2026. Trascrizione e referto restano."],
])('says what becomes of the sound when the operator chose %s', (choice, sentence) => {
  expect(retentionSentence(choice, visit)).toBe(sentence);
});
