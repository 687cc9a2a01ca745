import { OwnBrowser } from '../fixtures/browser.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';
import { measuresSaid, spoken } from '../fixtures/visit.ts';

test.beforeEach(({ engine }) => engine.hears(spoken));

test('a tab that dies while recording: the audio is offered, sent, and becomes the report', async ({
  practice,
  page,
}) => {
  const patientId = await practice.recordVisit(14);
  const context = page.context();
  await page.close({ runBeforeUnload: false });

  const later = new Practice(await context.newPage());
  await later.page.goto('/app');
  await later.page.getByRole('link', { name: 'Vedi registrazioni' }).click();
  await expect(later.page.getByRole('heading', { name: 'Registrazioni interrotte' })).toBeVisible();
  await later.consultation.sendLeftBehind();
  await later.consultation.untilSaved(patientId);
  const report = await later.patient.openReport();
  for (const value of measuresSaid) await expect(report).toContainText(value);
  await later.expectNothingLost(patientId, 14);
});

test('a browser that is killed while recording: the next start offers the audio', async ({ baseURL }) => {
  const browser = new OwnBrowser();
  try {
    const patientId = await new Practice(await browser.open(baseURL ?? '')).recordVisit(14);
    await browser.kill();

    const after = new Practice(await browser.open(baseURL ?? ''));
    await after.page.goto('/app/new-consultation');
    await after.consultation.sendLeftBehind();
    await after.consultation.untilSaved(patientId);
    await after.expectNothingLost(patientId, 14);
  } finally {
    await browser.remove();
  }
});

test('a machine that does not come back: another browser completes the visit with what the server has', async ({
  practice,
  browser,
  baseURL,
  page,
}) => {
  const doctor = aDoctor();
  const patientId = await practice.recordVisit(12, doctor);
  await page.context().close();

  const other = new Practice(await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage());
  await other.login.signIn(doctor);
  await expect(other.page.getByText(/^Una registrazione non è conclusa/)).toBeVisible();
  await other.page.getByRole('link', { name: 'Vedi registrazioni' }).click();
  const visit = other.page.getByRole('article', { name: 'Bianchi, Maria' });
  await visit.getByRole('button', { name: "Completa con l'audio arrivato" }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click();
  await expect(visit.getByText('Il referto è pronto.')).toBeVisible({ timeout: 60_000 });
  await other.expectNothingLost(patientId, 12);
  await other.page.context().close();
});

test('a lid that is closed while recording: the doctor is told, and the recording goes on', async ({ baseURL }) => {
  const browser = new OwnBrowser();
  try {
    const practice = new Practice(await browser.open(baseURL ?? ''));
    const patientId = await practice.recordVisit(10);
    await browser.sleep(12_000);
    await expect(practice.page.getByText(/^Il dispositivo o la pagina si sono fermati/)).toBeVisible();
    const awakeAt = await practice.consultation.seconds();
    await practice.consultation.recordUntil(awakeAt + 8);
    await practice.consultation.stop();
    await practice.consultation.untilSaved(patientId);
    await practice.expectNothingLost(patientId, 18, { until: 9 });
  } finally {
    await browser.remove();
  }
});

test('a page that the browser freezes while recording loses nothing', async ({ practice, page }) => {
  const patientId = await practice.recordVisit(6);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await practice.consultation.recordUntil(16);
  const seconds = await practice.consultation.stop();
  await practice.consultation.untilSaved(patientId);
  await practice.expectNothingLost(patientId, seconds);
});

test('a second tab cannot record while the first one does, and says so', async ({ practice, page }) => {
  const patientId = await practice.recordVisit(4);
  const second = new Practice(await page.context().newPage());
  await second.consultation.open(patientId);
  await second.consultation.giveConsent();
  await second.page.getByRole('button', { name: 'Avvia registrazione' }).click();
  await expect(second.consultation.alert.first()).toContainText(
    "Un'altra scheda di questo browser sta già registrando",
  );
  await second.page.close();
  await practice.consultation.recordUntil(8);
  const seconds = await practice.consultation.stop();
  await practice.consultation.untilSaved(patientId);
  await practice.expectNothingLost(patientId, seconds);
});

test('a doctor who leaves the page is asked, and the report is written all the same', async ({ practice, page }) => {
  const patientId = await practice.recordVisit(12);
  const patients = page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Pazienti' });
  await patients.click();
  await page.getByRole('button', { name: 'Resta sulla pagina' }).click();
  await practice.consultation.recordUntil(14);
  await patients.click();
  await page.getByRole('button', { name: 'Interrompi e invia' }).click();
  await page.waitForURL('**/app/patients');
  await practice.patient.openUntilConsultation(patientId);
  await page.goto('/app/new-consultation');
  await expect(page.getByText('Pronto per registrare')).toBeVisible();
  await practice.expectNothingLost(patientId, 14);
});
