import { sounds } from '../fixtures/audio.ts';
import { expect, test } from '../fixtures/test.ts';
import { measuresSaid, spoken } from '../fixtures/visit.ts';

test('an engine that is down: the doctor is told, leaves, and the report comes by itself when it is back', async ({
  practice,
  engine,
  page,
}) => {
  await engine.stop();
  let patientId: string;
  let seconds: number;
  try {
    patientId = await practice.recordVisit(14);
    seconds = await practice.consultation.stop();
    await expect(page.getByText("L'audio è al sicuro, in attesa di trascrizione")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/^Il motore di trascrizione non risponde/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
    await page.goto('/app/patients');
  } finally {
    await engine.start();
  }
  await engine.hears(spoken);
  await practice.patient.openUntilConsultation(patientId);
  const report = await practice.patient.openReport();
  for (const value of measuresSaid) await expect(report).toContainText(value);
  await practice.expectNothingLost(patientId, seconds);
});

test('no speech engine: the audio waits in safety, and a typed transcript goes on', async ({
  practice,
  engine,
  page,
}) => {
  await engine.stop();
  try {
    const patientId = await practice.recordVisit(5);
    await practice.consultation.stop();
    await expect(page.getByText("L'audio è al sicuro, in attesa di trascrizione")).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await page.getByRole('textbox', { name: 'Trascrizione della visita' }).fill(spoken);
    await page.getByRole('button', { name: 'Genera il referto dal testo' }).click();
    await expect(page.getByText('Il referto è pronto.')).toBeVisible({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Apri la scheda del paziente' }).click();
    await page.waitForURL(`**/app/patients/${patientId}`);
    const report = await practice.patient.openReport();
    for (const value of measuresSaid) await expect(report).toContainText(value);
  } finally {
    await engine.start();
  }
});

test('an engine slower than speech: text as it comes, how long it takes, and the doctor may leave', async ({
  practice,
  engine,
  page,
}) => {
  // As many words as so many seconds of speech must have: fewer would be asked for once more.
  await engine.hears(`Parte uno. ${spoken}`, `Parte due. ${spoken}`);
  await engine.behave({ delay_ms: 5_000, fallback: spoken });
  const patientId = await practice.beginVisit();
  await practice.consultation.upload(sounds.long);
  const { steps } = practice.consultation;
  await expect(steps).toContainText(/Trascrizionein corso, \d di \d parti trascritte/, { timeout: 60_000 });
  await expect(page.getByRole('region', { name: 'Trascrizione parziale' })).toContainText('Parte uno');
  await expect(steps).toContainText(/ancora \d\d:\d\d circa/);
  await expect(page.getByText('Puoi lasciare la pagina')).toBeVisible();
  await expect(steps.getByRole('listitem')).toHaveCount(5);

  await page.goto('/app/patients');
  await page.goto('/app/new-consultation');
  const visit = page.getByRole('article', { name: 'Bianchi, Maria' });
  await expect(visit.getByRole('region', { name: 'Trascrizione parziale' })).toContainText('Parte due');
  await expect(visit.getByText('Il referto è pronto.')).toBeVisible({ timeout: 120_000 });
  await visit.getByRole('link', { name: 'Apri la scheda del paziente' }).click();
  await page.waitForURL(`**/app/patients/${patientId}`);
  const report = await practice.patient.openReport();
  for (const value of measuresSaid) await expect(report).toContainText(value);
  await engine.behave({ delay_ms: 0, fallback: '' });
});
