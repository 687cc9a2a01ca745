import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { sounds } from '../fixtures/audio.ts';
import { expect, Practice, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const schemes = ['light', 'dark'] as const;

test('every screen of a consultation, in both sizes and both lights, is accessible and has its picture', async ({
  practice,
  engine,
  browser,
  baseURL,
  page,
}) => {
  test.setTimeout(300_000);
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.upload(sounds.mp3);
  await practice.consultation.untilSaved(patientId);
  const storageState = await page.context().storageState();

  for (const viewport of sizes) {
    for (const colorScheme of schemes) {
      const options: BrowserContextOptions = { viewport, colorScheme, storageState, locale: 'it-IT' };
      const context = await browser.newContext({ ...options, baseURL: baseURL ?? '' });
      const visit = new Practice(await context.newPage());
      const keep = async (name: string) => {
        await visit.page.waitForTimeout(400);
        await expectAccessible(visit.page, `${name} ${viewport.width} ${colorScheme}`);
        await visit.page.screenshot({ path: `${folder}/${name}-${viewport.width}-${colorScheme}.png` });
      };

      await visit.patient.open(patientId);
      await expect(visit.patient.history.getByRole('article')).toBeVisible();
      await keep('patient');
      const report = await visit.patient.openReport();
      await report
        .getByRole('button', { name: /^Mostra le parole/ })
        .first()
        .click();
      await keep('report');
      await report.getByRole('button', { name: 'Modifica' }).click();
      await keep('report-editing');

      await visit.page.goto('/app/history');
      await expect(visit.page.getByRole('article')).toBeVisible();
      await keep('history');

      await visit.consultation.open(patientId);
      await visit.consultation.giveConsent();
      await keep('new-consultation');
      await visit.consultation.start();
      await visit.consultation.recordUntil(3);
      await keep('recording');
      await visit.page.close({ runBeforeUnload: false });
      await context.close();
    }
  }
});
