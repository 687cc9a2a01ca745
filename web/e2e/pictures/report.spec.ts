import { fileURLToPath } from 'node:url';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { sounds } from '../fixtures/audio.ts';
import { viewports } from '../fixtures/screens.ts';
import { expect, Practice, test } from '../fixtures/test.ts';
import { spoken, spokenLater } from '../fixtures/visit.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));

test('the page of a patient and the report in each of its states', async ({
  practice,
  engine,
  browser,
  baseURL,
  page,
}) => {
  test.setTimeout(900_000);
  const patientId = await practice.beginVisit();
  for (const words of [spoken, spokenLater]) {
    await engine.hears(words);
    await practice.consultation.open(patientId);
    await practice.consultation.giveConsent();
    await practice.consultation.upload(sounds.mp3);
    await practice.consultation.untilSaved(patientId);
  }
  const storageState = await page.context().storageState();

  for (const viewport of viewports) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const options = { viewport, colorScheme, storageState, locale: 'it-IT', baseURL: baseURL ?? '' };
      const context = await browser.newContext(options);
      const visit = new Practice(await context.newPage());
      await visit.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const keep = async (name: string) => {
        await visit.page.waitForLoadState('networkidle');
        const picture = `${name}-${viewport.width}-${colorScheme}`;
        await visit.page.screenshot({ path: `${folder}/${picture}.png` });
        await expectAccessible(visit.page, picture);
      };

      await visit.patient.open(patientId);
      await expect(visit.patient.history.getByRole('article')).toHaveCount(2);
      await expect(visit.page.getByRole('img', { name: /^Peso nelle visite/ })).toBeVisible();
      await visit.page.getByRole('button', { name: 'Mostra la tabella' }).click();
      await visit.page.getByRole('heading', { name: 'Andamento' }).scrollIntoViewIfNeeded();
      await keep('patient-curves');

      const report = await visit.patient.openReport();
      await report
        .getByRole('button', { name: /^Mostra le parole/ })
        .first()
        .click();
      await keep('report-evidence');
      const tab = report.getByRole('tab', { name: 'Trascrizione' });
      if (await tab.isVisible()) {
        await tab.click();
        await keep('report-transcript');
      }
      await report.getByRole('button', { name: 'Modifica' }).click();
      const notes = report.getByLabel('Storia medica');
      await notes.fill('Ipertesa, in terapia con ramipril.');
      await keep('report-writing');
      await report.getByRole('button', { name: 'Annulla' }).click();
      await keep('report-draft-offered');
      await report.getByRole('button', { name: 'Versioni' }).click();
      await expect(report.getByRole('heading', { name: 'Versioni del referto' })).toBeVisible();
      await keep('report-versions');
      await visit.page.goto('/app/history');
      await expect(visit.page.getByRole('article')).toHaveCount(2);
      await keep('history-of-visits');
      await context.close();
    }
  }
});
