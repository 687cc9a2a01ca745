import type { Page } from '@playwright/test';
import { violations } from '../fixtures/accessibility.ts';
import { administratorsScreens, publicScreens } from '../fixtures/screens.ts';
import { aDoctor, expect, test } from '../fixtures/test.ts';

/** Complaints of the browser, and requests that leave the site. */
function watch(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.protocol.startsWith('http') && address.origin !== origin) complaints.push(`leaves: ${request.url()}`);
  });
  return complaints;
}

async function look(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect.soft(await violations(page), name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
}

const ownScreens = [
  ['/app', 'dashboard'],
  ['/app/patients', 'patients'],
  ['/app/new-patient', 'new-patient'],
  ['/app/new-consultation', 'new-consultation'],
  ['/app/history', 'history'],
  ['/app/subscription', 'subscription'],
  ['/app/security', 'security'],
  ['/app/medications', 'medications'],
  ['/app/orders', 'orders'],
  ...administratorsScreens,
] as const;

/** Addresses that somebody typed, or of a patient who is gone. */
const unknownPatients = [
  ['/app/patients/nessuno', 'patient-mistyped'],
  ['/app/patients/33333333-3333-4333-8333-333333333333', 'patient-gone'],
  ['/app/new-consultation?patientId=nessuno', 'new-consultation-mistyped'],
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`every screen is legible and accessible, ${colorScheme}, ${width} px wide`, async ({
      practice,
      page,
      server,
      baseURL,
    }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      const complaints = watch(page, baseURL ?? '');
      const name = (screen: string) => `${screen}-${width}-${colorScheme}`;

      for (const [address, screen] of publicScreens) {
        await page.goto(address);
        await look(page, name(screen));
      }
      const doctor = aDoctor();
      await practice.login.signUp(doctor);
      await page.goto('/app/patients');
      await look(page, name('patients-empty'));
      const patientId = await practice.patient.add('Maria', 'Bianchi');
      await look(page, name('patient'));
      await page.getByRole('button', { name: 'Modifica' }).click();
      await look(page, name('patient-editing'));
      await page.goto(`/app/patients/${patientId}`);
      await page.getByRole('button', { name: 'Elimina' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, name('patient-deleting'));

      server.promote(doctor.email, doctor.password);
      await practice.login.signOut();
      await practice.login.signIn(doctor);
      for (const [address, screen] of [...ownScreens, ...unknownPatients]) {
        await page.goto(address);
        await look(page, name(screen));
      }
      expect(complaints).toEqual([]);
    });
  }
}
