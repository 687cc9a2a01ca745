import { sounds } from '../fixtures/audio.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { expect, testWithModel as test } from '../fixtures/test.ts';
import { measuresSaid, spoken } from '../fixtures/visit.ts';

test('a language model writes the report, the doctor confirms what is in doubt and reviews it; when the model is down the built-in analyser writes, and says so', async ({
  practice,
  engine,
  model,
  page,
}) => {
  await engine.hears(`${spoken} Mia sorella Giulia è diabetica.`);
  const patientId = await practice.beginVisit();
  const { report } = practice.patient;

  await test.step('the model writes', async () => {
    await practice.consultation.upload(sounds.mp3);
    await practice.consultation.untilSaved(patientId);
    await practice.patient.openReport();
    await expect(report.getByText(/Scritto dal modello linguistico di prova \(127\.0\.0\.1:/)).toBeVisible();
    await expect(report.getByText(/^Riferisce: /).first()).toBeVisible();
    for (const value of measuresSaid) await expect(report).toContainText(value);
  });

  await test.step('it was not told who is meant', async () => {
    const [sent = ''] = await model.requests();
    expect(sent).toContain('PERSONA_1');
    for (const secret of ['Bianchi', 'Giulia', 'Anna', 'Neri', '1980']) expect(sent).not.toContain(secret);
  });

  await test.step('the doctor reviews the report, and the PDF says so', async () => {
    await expect(report.getByText('Non ancora revisionato dal medico')).toBeVisible();
    await report.getByRole('button', { name: 'Segna come revisionato' }).click();
    await expect(report.getByText(/^Revisionato dal medico il /)).toBeVisible();
    const download = await practice.patient.downloadPdf();
    expect(pdfText(await download.path())).toContain('Revisionato dal medico il');
    await report.getByRole('button', { name: 'Chiudi' }).click();
  });

  await test.step('with the model down the built-in analyser writes, and tells', async () => {
    await model.stop();
    await engine.hears('Oggi il peso è di settanta chili. È alta un metro e sessanta. Cammina due volte a settimana.');
    await practice.consultation.open(patientId);
    await practice.consultation.giveConsent();
    await practice.consultation.upload(sounds.m4a);
    await practice.consultation.untilSaved(patientId);
    await practice.patient.openReport();
    await expect(report.getByText(/Scritto dall'analizzatore integrato: il modello linguistico non era/)).toBeVisible();
  });

  await test.step('values that cannot be are confirmed before the review', async () => {
    const mark = report.getByRole('button', { name: 'Segna come revisionato' });
    await expect(mark).toBeDisabled();
    for (const box of await report.getByRole('checkbox').all()) await box.check();
    await mark.click();
    await expect(report.getByText(/^Revisionato dal medico il /)).toBeVisible();
    await expect(report.getByText('Valori confermati dal medico')).toBeVisible();
  });

  await test.step('a change opens the review again', async () => {
    await report.getByRole('button', { name: 'Modifica' }).click();
    await report.getByLabel('Note dello specialista').fill('Rivedere tra un mese.');
    await report.getByRole('button', { name: 'Salva' }).click();
    await expect(report.getByText('Non ancora revisionato dal medico')).toBeVisible();
    await page.reload();
  });
});
