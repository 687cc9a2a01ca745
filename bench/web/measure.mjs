// Lighthouse on landing page, sign-in and dashboard against the program: median of three runs each. README.md says how.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

const runs = Number(process.env.RUNS ?? 3);
const form = process.env.FORM ?? 'mobile';
const wanted = (process.env.PAGES ?? '/,/login,/app').split(',');
const program = resolve(process.env.SCRIBA_PROGRAM ?? 'build/scriba');
const webDir = resolve(process.env.SCRIBA_WEB_DIR ?? 'web/dist');

const ofWeb = createRequire(resolve('web/package.json'));
const ofLighthouse = createRequire(resolve(process.env.LIGHTHOUSE_DIR ?? '.', 'package.json'));
const { chromium } = ofWeb('@playwright/test');
const { default: lighthouse, desktopConfig } = await import(ofLighthouse.resolve('lighthouse'));

function freePort() {
  return new Promise((found) => {
    const listener = createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address();
      listener.close(() => found(port));
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'scriba-lighthouse-'));
const port = await freePort();
const site = `http://localhost:${port}`;
const server = spawn(program, ['serve'], {
  cwd: folder,
  stdio: 'ignore',
  env: {
    ...process.env,
    SCRIBA_HOST: '127.0.0.1',
    SCRIBA_PORT: String(port),
    SCRIBA_PUBLIC_URL: site,
    SCRIBA_DATA_DIR: join(folder, 'data'),
    SCRIBA_WEB_DIR: webDir,
    SCRIBA_RATE_LIMITS: 'off',
  },
});
for (let tries = 0; tries < 300; tries += 1) {
  if (
    await fetch(`${site}/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  )
    break;
  await new Promise((done) => setTimeout(done, 200));
}

const debuggingPort = await freePort();
const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath: process.env.SCRIBA_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', `--remote-debugging-port=${debuggingPort}`],
});

/** Signs up by the wire, with a few patients, and lays the session where the application looks for it. */
async function signIn() {
  const { anonKey } = await (await fetch(`${site}/config.json`)).json();
  const headers = { apikey: anonKey, 'Content-Type': 'application/json' };
  const account = { email: 'anna@example.it', password: 'Segreta123', data: { full_name: 'Anna Neri' } };
  const signUp = { method: 'POST', headers, body: JSON.stringify(account) };
  const session = await (await fetch(`${site}/auth/v1/signup`, signUp)).json();
  for (const last_name of ['Bianchi', 'Conti', 'Ferri', 'Moretti', 'Villa']) {
    const row = {
      user_id: session.user.id,
      first_name: 'Maria',
      last_name,
      birth_date: '1980-01-31',
      gender: 'female',
    };
    const asDoctor = { ...headers, Authorization: `Bearer ${session.access_token}` };
    await fetch(`${site}/rest/v1/patients`, { method: 'POST', headers: asDoctor, body: JSON.stringify(row) });
  }
  const page = await browser.newPage();
  await page.goto(`${site}/robots.txt`);
  await page.evaluate((text) => localStorage.setItem('scriba.session', text), JSON.stringify(session));
  await page.close();
}

const median = (numbers) => [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];

async function measure(path) {
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    const flags = { port: debuggingPort, logLevel: 'error' };
    const { lhr } = await lighthouse(site + path, flags, form === 'desktop' ? desktopConfig : undefined);
    results.push(lhr);
  }
  const scores = Object.fromEntries(
    Object.keys(results[0].categories).map((id) => [
      id,
      median(results.map(({ categories }) => Math.round(100 * categories[id].score))),
    ]),
  );
  const figure = (id) => Math.round(median(results.map(({ audits }) => audits[id].numericValue)));
  const requests = results[0].audits['network-requests'].details.items;
  const kilobytes = (kind) =>
    Math.round(
      requests
        .filter(({ resourceType }) => !kind || resourceType === kind)
        .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    );
  console.log(
    `${form} ${path}`,
    JSON.stringify({
      ...scores,
      each: results.map(({ categories }) => Math.round(100 * categories.performance.score)),
      fcp: figure('first-contentful-paint'),
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      si: figure('speed-index'),
      cls: results[0].audits['cumulative-layout-shift'].numericValue.toFixed(3),
      requests: requests.length,
      kB: kilobytes(),
      scriptKB: kilobytes('Script'),
      finalUrl: new URL(results[0].finalDisplayedUrl).pathname,
      failed: Object.values(results[0].audits)
        .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
        .map(({ id }) => id),
    }),
  );
  if (process.env.REPORT) {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${process.env.REPORT}${path.replaceAll('/', '_')}-${form}.json`, JSON.stringify(results[0]));
  }
}

try {
  for (const path of wanted.filter((path) => !path.startsWith('/app'))) await measure(path);
  await signIn();
  for (const path of wanted.filter((path) => path.startsWith('/app'))) await measure(path);
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
