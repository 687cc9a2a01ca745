import { sounds } from '../fixtures/audio.ts';
import { expect, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const uploads = '**/storage/v1/upload/resumable/**';

test.beforeEach(({ engine }) => engine.hears(spoken));

for (const [size, file, advice] of [
  ['5', sounds.aboveFive, /^Il file supera 5 MB: l'elaborazione può richiedere alcuni minuti/],
  ['8', sounds.aboveEight, /^Il file supera 8 MB: conviene convertirlo in M4A o comprimerlo/],
] as const) {
  test(`a file above ${size} MB gets advice, and can be given up on a slow line`, async ({ practice, page }) => {
    const patientId = await practice.beginVisit();
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    await practice.consultation.upload(file);
    await expect(page.getByText(advice)).toBeVisible();
    await expect(page.getByText(/Durata rilevata: 0\d:\d\d/)).toBeVisible();
    await expect(practice.consultation.steps).toContainText(/in corso, \d+% inviato, ancora \d\d:\d\d circa/);
    await page.getByRole('button', { name: 'Annulla caricamento' }).click();
    await expect(page.getByText('Pronto per registrare')).toBeVisible();
    await practice.patient.open(patientId);
    await expect(practice.patient.history).toContainText('Nessuna consultazione registrata.');
  });
}

test('a server that answers 500 to a file: advice, new tries, and the report in the end', async ({
  practice,
  page,
}) => {
  const patientId = await practice.beginVisit();
  let tries = 0;
  await page.route(uploads, (route) => {
    tries += 1;
    return route.fulfill({ status: 500, body: 'Internal Server Error' });
  });
  await practice.consultation.upload(sounds.m4a);
  await expect(practice.consultation.alert.first()).toContainText(
    "errore (HTTP 500). L'invio sarà ritentato; se continua, converti il file in M4A o comprimilo in MP3 a 96 kbps.",
  );
  // Asked for while the server is still down: once it is back, the next try may come by itself before the click.
  const before = tries;
  await page.getByRole('button', { name: 'Riprova ora' }).click();
  await expect.poll(() => tries).toBeGreaterThan(before);
  await page.unroute(uploads);
  await practice.consultation.untilSaved(patientId);
});

test('a request that expires on the way is told and sent again', async ({ practice, page }) => {
  const patientId = await practice.beginVisit();
  await page.route(uploads, (route) => route.fulfill({ status: 408, body: '' }));
  await practice.consultation.upload(sounds.m4a);
  await expect(practice.consultation.alert.first()).toContainText('La richiesta è scaduta');
  // Pressed while it cannot succeed: a try that the application makes by itself would take the button away for good.
  await page.getByRole('button', { name: 'Riprova ora' }).click();
  await page.unroute(uploads);
  await practice.consultation.untilSaved(patientId);
});

test('an M4A that cannot be processed: convert it to MP3', async ({ practice }) => {
  await practice.beginVisit();
  await practice.consultation.upload(sounds.brokenM4a);
  await expect(practice.consultation.alert.first()).toContainText(
    'Il file M4A non può essere elaborato. Convertilo in MP3 a 96 kbps e riprova.',
  );
});
