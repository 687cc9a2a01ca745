import { sounds } from '../fixtures/audio.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { expect, test } from '../fixtures/test.ts';
import { measuresSaid, spoken } from '../fixtures/visit.ts';

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' });

test('a doctor records a visit, reads the report, saves it as PDF and finds it again', async ({
  practice,
  engine,
  server,
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();

  await test.step('records twenty seconds', async () => {
    await practice.consultation.start();
    await practice.consultation.recordUntil(20);
    await expect(practice.consultation.steps).toContainText('Registrazione audioin corso');
    await practice.consultation.stop();
    await practice.consultation.untilSaved(patientId);
  });

  await test.step('the engine heard what was recorded', async () => {
    const seconds = (await engine.requests()).reduce((sum, request) => sum + request.seconds, 0);
    expect(seconds).toBeGreaterThan(15);
    // A busy machine presses stop some seconds late; what is heard twice would be forty.
    expect(seconds).toBeLessThan(35);
  });

  await test.step('the report says what was said', async () => {
    const report = await practice.patient.openReport();
    for (const value of measuresSaid) await expect(report).toContainText(value);
    await expect(report.getByText(spoken.slice(0, 40))).toBeVisible();
    await expect(report.getByRole('heading', { level: 3 })).toHaveCount(10);
  });

  await test.step('the PDF says the same', async () => {
    const download = await practice.patient.downloadPdf();
    expect(download.suggestedFilename()).toBe(`referto_bianchi_${today.format(new Date())}.pdf`);
    const text = pdfText(await download.path());
    expect(text).toContain('Maria Bianchi');
    expect(text).toContain('Attività fisica');
    expect(text).toMatch(/pagina 1 di \d/);
    for (const value of measuresSaid) expect(text).toContain(value);
  });

  await test.step('a correction stays', async () => {
    await practice.patient.report.getByRole('button', { name: 'Modifica' }).click();
    await practice.patient.report.getByLabel('Note dello specialista').fill('Rivedere tra un mese.');
    await practice.patient.report.getByRole('button', { name: 'Salva' }).click();
    await expect(practice.patient.report.getByText('Rivedere tra un mese.')).toBeVisible();
  });

  await test.step('the browser had nothing to complain about', () => {
    expect(complaints).toEqual([]);
  });

  await test.step('all is there after a reload and after a restart of the server', async () => {
    await server.restart();
    await page.reload();
    const report = await practice.patient.openReport();
    await expect(report.getByText('Rivedere tra un mese.')).toBeVisible();
    for (const value of measuresSaid) await expect(report).toContainText(value);
    await report.getByRole('button', { name: 'Chiudi' }).click();
    const audio = await practice.patient.downloadAudio();
    expect(audio.suggestedFilename()).toMatch(/^visita_.*\.webm$/);
  });
});

for (const kind of ['m4a', 'mp3'] as const) {
  test(`a doctor uploads a visit as ${kind}`, async ({ practice, engine }) => {
    await engine.hears(spoken);
    const patientId = await practice.beginVisit();
    await practice.consultation.upload(sounds[kind]);
    await practice.consultation.untilSaved(patientId);
    const report = await practice.patient.openReport();
    for (const value of measuresSaid) await expect(report).toContainText(value);
  });
}
