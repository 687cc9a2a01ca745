import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { fillPractice, fillService, Wire } from '../fixtures/practice-data.ts';
import { administratorsScreens, publicScreens } from '../fixtures/screens.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const looks = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

const doctorsScreens = [
  ['/app', 'dashboard'],
  ['/app/patients', 'patients'],
  ['/app/patients?cerca=nessuno-si-chiama-cosi', 'patients-no-match'],
  ['/app/new-patient', 'new-patient'],
  ['/app/new-consultation', 'new-consultation'],
  ['/app/history', 'history'],
  ['/app/subscription', 'subscription'],
  ['/app/security', 'security'],
  ['/app/orders', 'orders'],
] as const;

/** Once nothing on the page waits for the server any more. */
async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  await page.screenshot({ path: `${folder}/gallery/${name}.png`, fullPage: true });
}

test('every screen, empty, full and without a server', async ({ browser, server, baseURL }) => {
  test.setTimeout(1_200_000);
  const chief = { ...aDoctor(), name: 'Elena Sartori' };
  const novice = aDoctor();
  await Wire.signUp(server, novice);
  const wire = await Wire.signUp(server, chief);
  server.promote(chief.email, chief.password);
  await fillPractice(wire, 57, 14);
  await fillService(server, await Wire.signIn(server, chief), 28);

  for (const look of looks) {
    const options = { ...look, locale: 'it-IT', baseURL: baseURL ?? '', reducedMotion: 'reduce' } as const;
    const context = await browser.newContext(options);
    const visit = new Practice(await context.newPage());
    const show = async (screens: readonly (readonly [string, string])[], state: string) => {
      for (const [address, name] of screens) {
        await visit.page.goto(address);
        await expect(visit.page.getByRole('heading', { level: 1 })).toBeVisible();
        await keep(visit.page, `${name}-${state}-${look.viewport.width}-${look.colorScheme}`);
      }
    };
    await show(publicScreens, 'public');
    await visit.login.signIn(novice);
    await show(doctorsScreens, 'empty');
    await visit.login.signOut();
    await visit.login.signIn(chief);
    await show([...doctorsScreens, ...administratorsScreens], 'full');
    await visit.page.route(/\/(rest|functions)\/v1\/(?!users\?select=role)/, (route) => route.abort());
    await show([...doctorsScreens, ...administratorsScreens], 'error');
    await context.close();
  }
});
