import { expectAccessible } from '../fixtures/accessibility.ts';
import { aDoctor, anotherPractice, expect, test } from '../fixtures/test.ts';

test('an administrator writes to the doctors: they see it at once, read it, get a mail, and are counted', async ({
  practice,
  page,
  server,
  browser,
  baseURL,
}) => {
  test.slow();
  const doctor = { ...aDoctor(), name: 'Bruno Neri' };
  const theirs = await anotherPractice(browser, baseURL);
  await theirs.login.signUp(doctor);
  await practice.enterAsAdministrator(server);

  await page.getByRole('link', { name: 'Comunicazioni' }).click();
  await page.getByLabel('Oggetto').fill('Manutenzione domenica');
  await page.getByLabel('Messaggio').fill('Dalle 6 alle 7 Scriba non risponde.');
  await page.getByRole('radio', { name: 'Medici scelti' }).click();
  await page.getByRole('combobox', { name: 'Medici' }).fill(doctor.email);
  await page.getByRole('option', { name: new RegExp(doctor.email) }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Persone raggiunte: 1')).toBeVisible();
  await expectAccessible(page, 'communication');
  await page.getByRole('button', { name: 'Invia comunicazione' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invia', exact: true }).click();
  await expect(page.getByText('Comunicazione inviata. Persone raggiunte: 1.')).toBeVisible();

  const banner = theirs.page.getByRole('region', { name: 'Nuovo avviso' });
  await expect(banner).toContainText('Manutenzione domenica');
  await theirs.page.getByRole('button', { name: 'Avvisi, 1 da leggere' }).click();
  const drawer = theirs.page.getByRole('dialog', { name: 'Avvisi' });
  await expect(drawer).toContainText('Dalle 6 alle 7 Scriba non risponde.');
  await expectAccessible(theirs.page, 'notices');
  await drawer.getByRole('button', { name: 'Segna come letto' }).click();
  await expect(banner).toBeHidden();

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Manutenzione domenica' });
  await expect(row.getByText('1 di 1')).toHaveCount(2);
  await theirs.page.context().close();
});

test('a superadmin finds a user, gives a role and a plan; the log says who did it; the last superadmin stays', async ({
  practice,
  page,
  server,
  browser,
  baseURL,
}) => {
  test.slow();
  const doctor = aDoctor();
  const theirs = await anotherPractice(browser, baseURL);
  await theirs.login.signUp(doctor);
  const administrator = await practice.enterAsAdministrator(server);

  await page.goto('/app/admin');
  await page.getByRole('searchbox', { name: 'Cerca utenti per email o nome' }).fill(doctor.email);
  await expect(page.getByText('Utenti trovati: 1')).toBeVisible();
  await page.getByRole('combobox', { name: `Piano di ${doctor.email}` }).selectOption('enterprise');
  await page.getByRole('dialog').getByRole('button', { name: 'Conferma' }).click();
  await expect(page.getByText(`Piano di ${doctor.email} aggiornato.`)).toBeVisible();
  await page.getByRole('combobox', { name: `Ruolo di ${doctor.email}` }).selectOption('admin');
  await page.getByRole('dialog').getByRole('button', { name: 'Conferma' }).click();
  await expect(page.getByText(`Ruolo di ${doctor.email} aggiornato.`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: `Ruolo di ${administrator.email}` })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Registro attività' }).click();
  await page.getByRole('searchbox', { name: 'Cerca per email' }).fill(doctor.email);
  const row = page.getByRole('row').filter({ hasText: 'Ruolo cambiato' }).filter({ hasText: doctor.email });
  await expect(row).toContainText(administrator.email);
  await expectAccessible(page, 'audit');
  await page.getByRole('tab', { name: 'Sistema' }).click();
  await expect(page.getByRole('region', { name: 'Motore di trascrizione' })).toBeVisible();
  await expectAccessible(page, 'system');

  await theirs.page.goto('/app/admin');
  await expect(theirs.page.getByRole('heading', { name: 'Strumenti Admin' })).toBeVisible();
  await expect(theirs.page.getByRole('combobox', { name: /^Ruolo di/ })).toHaveCount(0);
  await theirs.page.context().close();
});

test('reports, billing and diagnosis answer an administrator and nobody else', async ({ practice, page, server }) => {
  test.slow();
  const administrator = aDoctor();
  await practice.login.signUp(administrator);
  for (const address of ['/app/billing', '/app/reports', '/app/communication', '/app/admin']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/app$/);
  }
  await page.goto('/app/subscription-diagnostics');
  await expect(page.getByText('Accesso negato')).toBeVisible();

  server.promote(administrator.email, administrator.password);
  await practice.login.signOut();
  await practice.login.signIn(administrator);
  await page.goto('/app/reports');
  await expect(page.getByRole('region', { name: 'Nuovi utenti' }).getByRole('img')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Scarica CSV' }).click();
  expect((await download).suggestedFilename()).toBe('scriba-attivita.csv');
  await page.goto('/app/billing');
  await expect(page.getByRole('heading', { name: 'Periodi a pagamento' }).first()).toBeVisible();
  await page.goto('/app/subscription-diagnostics');
  await expect(page.getByRole('cell', { name: 'Consultazioni con minuti non addebitati' })).toBeVisible();
  await page.getByRole('button', { name: 'Ripara' }).click();
  await expect(page.getByText(/^Riparazione completata con successo/)).toBeVisible();
});
