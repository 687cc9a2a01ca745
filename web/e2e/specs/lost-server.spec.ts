import { FullDisk } from '../fixtures/full-disk.ts';
import { secondsOf } from '../fixtures/heard.ts';
import { ScribaServer } from '../fixtures/server.ts';
import { aDoctor, anotherPractice, expect, Practice, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const killsLast = 60;
/** Ten minutes are tried by name: SCRIBA_OUTAGE_SECONDS=600 npm run e2e -- lost-server -g 'a network that goes away'. */
const outageSeconds = Number(process.env['SCRIBA_OUTAGE_SECONDS'] ?? 20);

test.beforeEach(({ engine }) => engine.hears(spoken));

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('a server that is killed at many moments of a visit: the upload goes on where its disk ends', async ({
  practice,
  server,
  engine,
}) => {
  test.slow();
  // An answer dies with the server that asked, and a real engine hears the same in the same sound when it is asked again.
  await engine.behave({ fallback: spoken });
  const patientId = await practice.recordVisit(3);
  let kills = 0;
  while ((await practice.consultation.seconds()) < killsLast) {
    await pause(200 + Math.random() * 3_000);
    await server.stop('SIGKILL');
    kills += 1;
    await pause(Math.random() * 1_000);
    await server.start();
  }
  expect(kills).toBeGreaterThan(5);
  const seconds = await practice.consultation.stop();
  // While it transcribes and saves, too.
  await pause(Math.random() * 1_000);
  await server.restart('SIGKILL');
  await practice.consultation.untilSaved(patientId);
  await practice.expectNothingLost(patientId, seconds);
});

test('a network that goes away while recording: the doctor is told, and everything arrives', async ({
  practice,
  page,
}, testInfo) => {
  testInfo.setTimeout(testInfo.timeout + outageSeconds * 1000);
  const patientId = await practice.recordVisit(4);
  const network = await page.context().newCDPSession(page);
  const cut = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', cut);
  await expect(practice.consultation.alert.first()).toContainText("L'audio è al sicuro in questo browser");
  await practice.consultation.recordUntil(4 + outageSeconds);
  const seconds = await practice.consultation.stop();
  await network.send('Network.emulateNetworkConditions', { ...cut, offline: false });
  await practice.consultation.untilSaved(patientId);
  await practice.expectNothingLost(patientId, seconds);
});

test('a visit that was completed from another device while the network was away: nothing is thrown away', async ({
  practice,
  page,
  browser,
  baseURL,
  engine,
}) => {
  await engine.behave({ fallback: spoken });
  const doctor = aDoctor();
  const patientId = await practice.recordVisit(6, doctor);
  const network = await page.context().newCDPSession(page);
  const cut = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', cut);

  const other = await anotherPractice(browser, baseURL);
  await other.login.signIn(doctor);
  await other.page.goto('/app/new-consultation');
  await other.page.bringToFront();
  const visit = other.page.getByRole('article', { name: 'Bianchi, Maria' });
  await visit.getByRole('button', { name: "Completa con l'audio arrivato" }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Completa' }).click();
  await expect(visit.getByText('Il referto è pronto.')).toBeVisible({ timeout: 60_000 });

  await page.bringToFront();
  await practice.consultation.recordUntil(12);
  await network.send('Network.emulateNetworkConditions', { ...cut, offline: false });
  // The microphone stays on.
  await expect(page.getByText(/^Il server ha concluso questa registrazione .* La registrazione continua/)).toBeVisible({
    timeout: 30_000,
  });
  await practice.consultation.recordUntil(16);
  const seconds = await practice.consultation.stop();
  await expect(page.getByText(/^L'audio resta in questo browser/)).toBeVisible();
  await page.getByRole('button', { name: 'Invia come nuova' }).click();
  await practice.consultation.untilSaved(patientId);
  await other.patient.open(patientId);
  await expect(other.patient.history.getByRole('article')).toHaveCount(2);
  const path = await (await other.patient.downloadAudio()).path();
  expect(secondsOf(path)).toBeGreaterThanOrEqual(seconds - 1);
  await other.page.context().close();
});

test('a disk of the server that is full while recording: the doctor is told, and everything arrives', async ({
  browser,
  engine,
}) => {
  const disk = new FullDisk();
  const server = await ScribaServer.start(engine.url, disk.environment);
  const context = await browser.newContext({ baseURL: server.url, locale: 'it-IT' });
  try {
    const practice = new Practice(await context.newPage());
    const patientId = await practice.recordVisit(4);
    disk.fill();
    await expect(practice.consultation.alert.first()).toContainText('Lo spazio sul server è esaurito.');
    await practice.consultation.recordUntil(14);
    disk.free();
    // The browser asks at least every eight seconds, however long there was no room.
    await expect(practice.consultation.alert).toHaveCount(0, { timeout: 30_000 });
    const seconds = await practice.consultation.stop();
    await practice.consultation.untilSaved(patientId);
    await practice.expectNothingLost(patientId, seconds);
  } finally {
    await context.close();
    await server.remove();
    disk.remove();
  }
});

test('a session that ends while recording: the doctor signs in beside the page, and nothing is missing', async ({
  practice,
  page,
}) => {
  const doctor = aDoctor();
  const patientId = await practice.recordVisit(4, doctor);
  // As if the session had been ended from elsewhere: what the browser keeps is worth nothing any more.
  await page.evaluate(() => {
    const key = 'scriba.session';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const ended = { ...session, expires_at: 1, expires_in: 0, refresh_token: 'ended', access_token: 'ended' };
    localStorage.setItem(key, JSON.stringify(ended));
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible();
  await practice.consultation.recordUntil(12);
  await dialog.getByLabel('Password', { exact: true }).fill(doctor.password);
  await dialog.getByRole('button', { name: 'Accedi' }).click();
  await expect(dialog).toBeHidden();
  await practice.consultation.recordUntil(15);
  const seconds = await practice.consultation.stop();
  await practice.consultation.untilSaved(patientId);
  await practice.expectNothingLost(patientId, seconds);
});

test('a recording that reaches the longest time ends by itself, says so, and becomes a report', async ({
  browser,
  engine,
}) => {
  // 36 seconds: the shortest that an operator can set.
  const server = await ScribaServer.start(engine.url, { SCRIBA_MAX_RECORDING_HOURS: '0.01' });
  const context = await browser.newContext({ baseURL: server.url, locale: 'it-IT' });
  try {
    const practice = new Practice(await context.newPage());
    const patientId = await practice.recordVisit(27);
    await expect(practice.page.getByText(/^La registrazione sta per raggiungere la durata massima/)).toBeVisible();
    await practice.consultation.untilSaved(patientId);
    await practice.expectNothingLost(patientId, 31);
  } finally {
    await context.close();
    await server.remove();
  }
});
