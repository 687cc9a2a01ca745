import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { fillPractice, fillService, Wire } from '../fixtures/practice-data.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';

const screens = [
  '/app',
  '/app/patients',
  '/app/new-consultation',
  '/app/history',
  '/app/subscription',
  '/app/billing',
  '/app/reports',
  '/app/communication',
  '/app/admin',
  '/app/admin?vista=abbonamenti',
  '/app/admin?vista=registro',
  '/app/admin?vista=sistema',
  '/app/subscription-diagnostics',
  '/check-users',
] as const;

/** Calls for what a screen shows; the role stays known, as without it there is no screen. */
const data = /\/(rest|functions)\/v1\/(?!users\?select=role)/;

async function check(page: Page, state: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, state);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${state} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const look of [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 800 }, colorScheme: 'dark' },
] as const) {
  test(`screens are accessible while they load, full, and without a server: ${look.colorScheme}`, async ({
    browser,
    server,
    baseURL,
  }) => {
    test.setTimeout(600_000);
    const chief = aDoctor();
    await Wire.signUp(server, chief);
    server.promote(chief.email, chief.password);
    const wire = await Wire.signIn(server, chief);
    await fillPractice(wire, 30, 6);
    await fillService(server, wire, 6);

    const options = { ...look, locale: 'it-IT', baseURL: baseURL ?? '', reducedMotion: 'reduce' } as const;
    const context = await browser.newContext(options);
    const visit = new Practice(await context.newPage());
    const { page } = visit;
    await visit.login.signIn(chief);
    const loading = page.locator('.mantine-Skeleton-root');
    for (const address of screens) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      await expect(loading).toHaveCount(0);
      await check(page, `${address}, full`);
    }

    await test.step('questions before something is changed', async () => {
      await page.goto('/app/admin');
      await page
        .getByRole('combobox', { name: /^Piano di/ })
        .first()
        .selectOption('enterprise');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'a change of plan');
    });

    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(data, async (route) => {
      await held;
      await route.abort();
    });
    for (const address of screens) {
      await page.goto(address);
      await check(page, `${address}, loading`);
    }
    letGo();
    for (const address of screens) {
      await page.goto(address);
      await expect(page.getByRole('alert').first()).toBeVisible();
      await expect(loading).toHaveCount(0);
      await check(page, `${address}, without a server`);
    }
    await context.close();
  });
}
