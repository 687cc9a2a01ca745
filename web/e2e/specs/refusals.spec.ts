import { sounds } from '../fixtures/audio.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';

/** What a doctor may choose by mistake, and what the screen says. */
const mistakes = [
  { what: 'a text file', file: sounds.text, says: 'Il file selezionato non è un file audio valido.' },
  { what: 'an empty file', file: sounds.empty, says: 'Il file è vuoto.' },
  { what: 'a file of 200 MB', file: sounds.huge, says: 'Il file supera la dimensione massima di 100 MB.' },
  { what: 'a renamed PDF', file: sounds.renamedPdf, says: 'Il file selezionato non è un file audio valido.' },
  { what: 'ten bytes of webm', file: sounds.tenBytes, says: /non è (un file audio valido|leggibile)/ },
  { what: 'a video', file: sounds.video, says: "il file contiene un video. Carica solo l'audio della visita." },
  {
    what: 'silence',
    file: sounds.silence,
    says: 'Nessuna trascrizione valida ricevuta dal server. Nella registrazione non si sente parlare nessuno.',
  },
];

for (const { what, file, says } of mistakes) {
  test(`${what} is refused in plain words, and nothing is saved or charged`, async ({ practice, engine, page }) => {
    await engine.hears();
    const patientId = await practice.beginVisit();
    await practice.consultation.upload(file);
    await expect(practice.consultation.alert.first()).toContainText(says, { timeout: 30_000 });
    await practice.patient.open(patientId);
    await expect(practice.patient.history).toContainText('Nessuna consultazione registrata.');
    await page.goto('/app/subscription');
    await expect(page.getByRole('meter', { name: 'Minuti utilizzati' })).toHaveAttribute('aria-valuenow', '0');
  });
}

test('without consent nothing can be recorded or uploaded', async ({ practice, page }) => {
  await practice.login.signUp(aDoctor());
  await practice.consultation.open(await practice.patient.add('Maria', 'Bianchi'));
  await expect(page.getByRole('button', { name: 'Avvia registrazione' })).toBeDisabled();
  await expect(page.getByLabel('Carica file audio')).toBeDisabled();
});

test("another doctor's patient cannot be chosen or seen", async ({ practice, browser, baseURL }) => {
  await practice.login.signUp(aDoctor());
  const patientId = await practice.patient.add('Maria', 'Bianchi');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = new Practice(await context.newPage());
  await other.login.signUp(aDoctor());
  await other.page.goto(`/app/new-consultation?patientId=${patientId}`);
  await expect(other.page.getByText('Paziente non trovato. Seleziona un paziente dalla lista.')).toBeVisible();
  await other.patient.open(patientId);
  await expect(other.page.getByText('Paziente non trovato')).toBeVisible();
  await context.close();
});
