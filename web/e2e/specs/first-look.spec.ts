import { expectAccessible } from '../fixtures/accessibility.ts';
import { aDoctor, expect, test } from '../fixtures/test.ts';

const program = /\/assets\/index-.*\.js$/;

test('before the program has come, each address shows its first look, and only the landing page is worked with', async ({
  practice,
  page,
}) => {
  const doctor = aDoctor();
  const root = page.locator('#root');
  const isInert = () => root.evaluate((element: HTMLElement) => element.inert);
  await page.route(program, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'the landing page without the program');
  await page.getByRole('link', { name: 'Accedi', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator('#root input[type=password]')).toBeVisible();
  expect(await isInert()).toBe(true);

  await page.unroute(program);
  await page.reload();
  await expect.poll(isInert).toBe(false);
  await expect(page.getByLabel('Password', { exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Accetta tutti' }).click();
  await practice.login.signUp(doctor);

  await page.route(program, (route) => route.abort());
  await page.goto('/app');
  await expect(page.locator('#root h1')).toHaveText('Dashboard');
  await expect(page.locator('#root header')).toContainText(`Benvenuto, ${doctor.email}`);
  expect(await isInert()).toBe(true);
  // Looks build on each other: in another order a link that is a button loses its writing.
  const sheets = await page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => href ?? []));
  expect(sheets.map((href) => /assets\/([a-z]+)-/.exec(href)?.[1])).toEqual(['index', 'session', 'workplace']);
  await page.goto('/app/patients');
  await expect(page.locator('#root header')).toContainText(`Benvenuto, ${doctor.email}`);
  await expect(page.locator('#root h1')).toHaveCount(0);
  await page.goto('/reset-password');
  await expect(page.locator('.splash')).toBeVisible();
});

test('nothing moves when the program takes the place of the first look', async ({ practice, page }) => {
  await practice.login.signUp(aDoctor());
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/app');
    await expect(page.getByText('30 minuti rimanenti su 30')).toBeVisible();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
            resolve(shifts.reduce((sum, { value }) => sum + value, 0));
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift, `${width} px`).toBeLessThan(0.02);
  }
});
