import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as browserType } from '@playwright/test';
import { chromium } from '../fixtures/browser.ts';
import { expect, Practice, test } from '../fixtures/test.ts';
import { measuresSaid, spoken } from '../fixtures/visit.ts';

test('a tab that dies while recording: the audio is offered, sent, and becomes the report', async ({
  practice,
  engine,
  page,
}) => {
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.start();
  await practice.consultation.recordUntil(14);
  const context = page.context();
  await page.close({ runBeforeUnload: false });

  const later = new Practice(await context.newPage());
  await later.page.goto('/app/new-consultation');
  await expect(later.page.getByRole('heading', { name: 'Registrazioni interrotte' })).toBeVisible();
  await expect(later.page.getByText(/Bianchi, Maria: 00:1\d di audio/)).toBeVisible();
  await later.page.getByRole('button', { name: 'Invia e completa' }).click();
  await later.consultation.untilSaved(patientId);
  const report = await later.patient.openReport();
  for (const value of measuresSaid) await expect(report).toContainText(value);
});

/** The browser's own process, named by the lock that it keeps in its profile (`host-123`). */
function browserProcess(profile: string): number {
  return Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1));
}

test('a browser that is killed while recording: the next start offers the audio', async ({ engine, baseURL }) => {
  await engine.hears(spoken);
  const profile = mkdtempSync(join(tmpdir(), 'scriba-e2e-profile-'));
  const options = { ...chromium, baseURL: baseURL ?? '', locale: 'it-IT' };
  try {
    const first = await browserType.launchPersistentContext(profile, options);
    const before = new Practice(first.pages()[0] ?? (await first.newPage()));
    const patientId = await before.beginVisit();
    await before.consultation.start();
    await before.consultation.recordUntil(14);
    const closed = first.waitForEvent('close');
    process.kill(browserProcess(profile), 'SIGKILL');
    await closed;

    const second = await browserType.launchPersistentContext(profile, options);
    const after = new Practice(second.pages()[0] ?? (await second.newPage()));
    await after.page.goto('/app/new-consultation');
    // A browser that was killed has its caches to mend first.
    await expect(after.page.getByText(/Bianchi, Maria: 00:1\d di audio/)).toBeVisible({ timeout: 60_000 });
    await after.page.getByRole('button', { name: 'Invia e completa' }).click();
    await after.consultation.untilSaved(patientId);
    const seconds = (await engine.requests()).reduce((sum, request) => sum + request.seconds, 0);
    expect(seconds).toBeGreaterThan(10);
    await second.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});

test('a server that is killed while recording: the upload goes on where its disk ends', async ({
  practice,
  engine,
  server,
}) => {
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.start();
  await practice.consultation.recordUntil(5);
  await server.stop('SIGKILL');
  await practice.consultation.recordUntil(9);
  await server.start();
  await practice.consultation.recordUntil(18);
  await practice.consultation.stop();
  await practice.consultation.untilSaved(patientId);
  const seconds = (await engine.requests()).reduce((sum, request) => sum + request.seconds, 0);
  expect(seconds).toBeGreaterThan(14);
});

test('a network that goes away while recording: the doctor is told, and everything arrives', async ({
  practice,
  engine,
  page,
}) => {
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.start();
  await practice.consultation.recordUntil(4);
  await page.context().setOffline(true);
  await practice.consultation.recordUntil(14);
  await expect(practice.consultation.alert.first()).toContainText("L'audio è al sicuro in questo browser");
  await practice.consultation.stop();
  await page.context().setOffline(false);
  await practice.consultation.untilSaved(patientId);
  const seconds = (await engine.requests()).reduce((sum, request) => sum + request.seconds, 0);
  expect(seconds).toBeGreaterThan(11);
});

test('a doctor who leaves the page is asked, and the report is written all the same', async ({
  practice,
  engine,
  page,
}) => {
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.start();
  await practice.consultation.recordUntil(12);
  const patients = page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Pazienti' });
  await patients.click();
  await page.getByRole('button', { name: 'Resta sulla pagina' }).click();
  await practice.consultation.recordUntil(14);
  await patients.click();
  await page.getByRole('button', { name: 'Interrompi e invia' }).click();
  await page.waitForURL('**/app/patients');
  await expect(async () => {
    await practice.patient.open(patientId);
    await expect(practice.patient.history.getByRole('article')).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await page.goto('/app/new-consultation');
  await expect(page.getByText('Pronto per registrare')).toBeVisible();
});

test('no speech engine: the audio waits in safety, and a typed transcript goes on', async ({
  practice,
  engine,
  page,
}) => {
  const patientId = await practice.beginVisit();
  await engine.stop();
  try {
    await practice.consultation.start();
    await practice.consultation.recordUntil(5);
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
