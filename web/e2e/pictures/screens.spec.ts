import { fileURLToPath } from 'node:url';
import { sounds } from '../fixtures/audio.ts';
import { viewports } from '../fixtures/screens.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const patients = [
  ['Giulia', 'Conti'],
  ['Carlo', 'Ferri'],
  ['Lucia', 'Moretti'],
  ['Maria', 'Bianchi'],
] as const;

for (const viewport of viewports) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the main screens, ${viewport.width} px wide, ${colorScheme}`, async ({ browser, engine, baseURL }) => {
      test.setTimeout(600_000);
      await engine.hears(spoken);
      const context = await browser.newContext({ viewport, colorScheme, locale: 'it-IT', baseURL: baseURL ?? '' });
      const practice = new Practice(await context.newPage());
      const { page, patient, consultation } = practice;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const keep = async (name: string) => {
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: `${folder}/${name}-${viewport.width}-${colorScheme}.png` });
      };
      const visit = async (address: string, name: string) => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await keep(name);
      };

      await visit('/', 'landing');
      await visit('/login', 'login');
      const doctor = { ...aDoctor(), email: `anna.neri@studio-${colorScheme}-${viewport.width}.example.it` };
      await practice.login.signUp(doctor);
      let patientId = '';
      for (const [firstName, lastName] of patients) patientId = await patient.add(firstName, lastName);
      await visit('/app/new-patient', 'new-patient');
      await visit('/app/patients', 'patients');

      await consultation.open(patientId);
      await consultation.giveConsent();
      await keep('new-consultation');
      // With reduced motion the waveform is one bar.
      await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      await consultation.start();
      await consultation.recordUntil(14);
      await keep('recording');
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await consultation.stop();
      await consultation.untilSaved(patientId);
      await expect(patient.history.getByRole('article')).toBeVisible();
      // The toast of the saving lies over the page for three seconds.
      await expect(page.getByText('Consultazione salvata.')).toBeHidden();
      await keep('patient');
      const report = await patient.openReport();
      await keep('report');
      await report
        .getByRole('button', { name: /^Mostra le parole/ })
        .first()
        .click();
      await keep('report-evidence');
      await report.getByRole('button', { name: 'Modifica' }).click();
      await keep('report-editing');
      await visit('/app/history', 'history');
      await visit('/app/subscription', 'subscription');
      await visit('/app', 'dashboard');

      await engine.stop();
      try {
        await consultation.open(patientId);
        await consultation.giveConsent();
        await consultation.upload(sounds.mp3);
        await expect(page.getByText("L'audio è al sicuro, in attesa di trascrizione")).toBeVisible({ timeout: 60_000 });
        await page.getByText("L'audio è al sicuro, in attesa di trascrizione").scrollIntoViewIfNeeded();
        await keep('waiting');
      } finally {
        await engine.start();
      }
      await consultation.open(patientId);
      await consultation.giveConsent();
      await consultation.start();
      await consultation.recordUntil(8);
      await page.close({ runBeforeUnload: false });
      const later = await context.newPage();
      await later.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await later.goto('/app/new-consultation');
      await expect(later.getByRole('heading', { name: 'Registrazioni interrotte' })).toBeVisible();
      await later.screenshot({ path: `${folder}/interrupted-${viewport.width}-${colorScheme}.png` });
      await context.close();
    });
  }
}
