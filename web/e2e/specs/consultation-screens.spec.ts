import { expectAccessible } from '../fixtures/accessibility.ts';
import { sounds } from '../fixtures/audio.ts';
import { expect, Practice, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

test('the screens of a consultation are accessible, wide and light, narrow and dark', async ({
  practice,
  engine,
  browser,
  baseURL,
  page,
}) => {
  test.slow();
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.upload(sounds.mp3);
  await practice.consultation.untilSaved(patientId);
  const storageState = await page.context().storageState();

  for (const look of [
    { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ] as const) {
    const context = await browser.newContext({ ...look, storageState, locale: 'it-IT', baseURL: baseURL ?? '' });
    const visit = new Practice(await context.newPage());
    await visit.page.emulateMedia({ reducedMotion: 'reduce' });
    const check = (name: string) => expectAccessible(visit.page, `${name} ${look.viewport.width} ${look.colorScheme}`);

    await visit.patient.open(patientId);
    await expect(visit.patient.history.getByRole('article')).toBeVisible();
    await check('patient');
    const report = await visit.patient.openReport();
    await report
      .getByRole('button', { name: /^Mostra le parole/ })
      .first()
      .click();
    await check('report');
    await report.getByRole('button', { name: 'Modifica' }).click();
    await check('report-editing');

    await visit.page.goto('/app/history');
    await expect(visit.page.getByRole('article')).toBeVisible();
    await check('history');

    await visit.consultation.open(patientId);
    await visit.consultation.giveConsent();
    await expect(visit.page.getByRole('button', { name: 'Avvia registrazione' })).toBeEnabled();
    await check('new-consultation');
    await visit.consultation.start();
    await visit.consultation.recordUntil(3);
    await check('recording');
    await visit.page.close({ runBeforeUnload: false });
    await context.close();
  }
});
