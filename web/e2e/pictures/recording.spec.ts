import { fileURLToPath } from 'node:url';
import { sounds } from '../fixtures/audio.ts';
import { viewports } from '../fixtures/screens.ts';
import { expect, Practice, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const folder = fileURLToPath(new URL('../screenshots/recording', import.meta.url));

test('the recording in each of its states, and its report on paper', async ({
  practice,
  engine,
  browser,
  baseURL,
  page,
}) => {
  test.setTimeout(900_000);
  const patientId = await practice.beginVisit();
  const storageState = await page.context().storageState();

  for (const viewport of viewports) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await engine.behave({ delay_ms: 0 });
      await engine.hears(spoken);
      const options = { viewport, colorScheme, storageState, locale: 'it-IT', baseURL: baseURL ?? '' };
      const context = await browser.newContext(options);
      const visit = new Practice(await context.newPage());
      const { page: tab, consultation } = visit;
      const keep = (name: string) =>
        tab.screenshot({ path: `${folder}/${name}-${viewport.width}-${colorScheme}.png`, fullPage: true });

      await tab.emulateMedia({ colorScheme, reducedMotion: 'no-preference' });
      await consultation.open(patientId);
      await keep('1-before-consent');
      await consultation.giveConsent();
      await keep('2-ready');
      await consultation.start();
      await consultation.recordUntil(4);
      await keep('3-recording');
      await tab.getByRole('button', { name: 'Metti in pausa' }).click();
      await keep('4-paused');
      await tab.getByRole('button', { name: 'Riprendi' }).click();
      const network = await context.newCDPSession(tab);
      const cut = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await network.send('Network.enable');
      await network.send('Network.emulateNetworkConditions', cut);
      await expect(consultation.alert.first()).toContainText("L'audio è al sicuro in questo browser");
      await keep('5-offline');
      await consultation.stop();
      await expect(tab.getByText("Invio dell'audio in corso")).toBeVisible();
      await keep('6-stopping-offline');
      await engine.behave({ delay_ms: 4_000 });
      await network.send('Network.emulateNetworkConditions', { ...cut, offline: false });
      await expect(tab.getByText('Elaborazione in corso')).toBeVisible();
      await keep('7-transcribing');
      await consultation.untilSaved(patientId);
      await expect(tab.getByText('Consultazione salvata.')).toBeVisible();
      await keep('8-saved');
      await context.close();
    }
  }

  await engine.behave({ delay_ms: 0 });
  await engine.hears(spoken);
  await practice.consultation.open(patientId);
  await practice.consultation.giveConsent();
  await practice.consultation.upload(sounds.mp3);
  await practice.consultation.untilSaved(patientId);
  await practice.patient.openReport();
  await (await practice.patient.downloadPdf()).saveAs(`${folder}/report.pdf`);
  await page.emulateMedia({ media: 'print' });
  await page.pdf({ path: `${folder}/print.pdf`, preferCSSPageSize: true });
});
