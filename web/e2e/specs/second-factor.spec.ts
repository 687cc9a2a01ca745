import { expectAccessible } from '../fixtures/accessibility.ts';
import { Authenticator } from '../fixtures/authenticator.ts';
import { aDoctor, expect, test } from '../fixtures/test.ts';

test('a doctor adds a second factor, signs in with its code, finds the patients, and removes it', async ({
  practice,
  page,
}) => {
  const doctor = aDoctor();
  await page.setViewportSize({ width: 360, height: 780 });
  await practice.login.signUp(doctor);
  await practice.patient.add('Maria', 'Bianchi');
  await page.getByRole('button', { name: 'Apri menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sicurezza' }).click();
  await expect(page.getByRole('heading', { name: 'Sicurezza', level: 1 })).toBeVisible();
  await expectAccessible(page, 'no second factor');

  await page.getByRole('button', { name: 'Attiva la verifica' }).click();
  const adding = page.getByRole('dialog', { name: 'Aggiungi un dispositivo' });
  await adding.getByRole('button', { name: 'Continua' }).click();
  const picture = adding.getByRole('img', { name: /^Codice QR/ });
  await expect(picture).toBeVisible();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.naturalWidth),
    'the picture is drawn',
  ).toBeGreaterThan(100);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the secret, ${colorScheme}`);
  }
  const authenticator = new Authenticator((await adding.getByLabel('Chiave segreta').textContent()) ?? '');
  await adding.getByLabel('Codice di verifica').fill(await authenticator.code());
  await page.keyboard.press('Enter');
  const device = page.getByRole('list', { name: /^Dispositivi/ }).getByRole('listitem');
  await expect(device).toContainText('Telefono');
  await expectAccessible(page, 'one second factor');

  await practice.login.signOut();
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await page.getByLabel('Codice di verifica').fill(await authenticator.code());
  await page.getByRole('button', { name: 'Verifica' }).click();
  await page.waitForURL('**/app');
  await page.goto('/app/patients');
  await expect(page.getByRole('link', { name: 'Maria Bianchi' })).toBeVisible();

  await page.goto('/app/security');
  await device.getByRole('button', { name: 'Rimuovi' }).click();
  const removal = page.getByRole('dialog', { name: 'Rimuovere il dispositivo?' });
  await removal.getByRole('button', { name: 'Rimuovi' }).click();
  await expect(page.getByText('La verifica in due passaggi non è attiva.')).toBeVisible();
  await practice.login.signOut();
  await practice.login.signIn(doctor);
  await expect(page.getByText(`Benvenuto, ${doctor.email}`)).toBeVisible();
});
