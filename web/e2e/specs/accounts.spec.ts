import { linkInMailTo } from '../fixtures/outbox.ts';
import { aDoctor, expect, Practice, test } from '../fixtures/test.ts';

test('a visitor is sent to sign in and comes back to where they wanted to go; a new account begins on the dashboard', async ({
  practice,
  page,
}) => {
  const doctor = aDoctor();
  await page.goto('/app/patients?cerca=rossi');
  await expect(page).toHaveURL(/\/login$/);
  await practice.login.fillSignUp(doctor);
  await expect(page.getByText('Registrazione completata!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto('/app/patients?cerca=rossi');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page).toHaveURL(/\/app\/patients\?cerca=rossi$/);
  await expect(page.getByText('Nessun paziente trovato.')).toBeVisible();
});

test('a mistyped password is answered at once, and the right one opens the door', async ({ practice, page }) => {
  const doctor = aDoctor();
  await practice.login.signUp(doctor);
  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill('Sbagliata1');
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByText(/Per motivi di sicurezza, abbiamo inviato un link di accesso/)).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(doctor.password);
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByText(`Benvenuto, ${doctor.email}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Benvenuto, ${doctor.email}`)).toBeVisible();
});

test('a forgotten password is replaced by way of a mail, and the link works only once', async ({
  practice,
  page,
  server,
}) => {
  const doctor = aDoctor();
  await practice.login.signUp(doctor);
  await practice.login.signOut();
  await page.getByRole('button', { name: 'Password dimenticata?' }).click();
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByRole('button', { name: 'Invia Email di Reset' }).click();
  await expect(page.getByText(/^Se l'indirizzo email esiste/)).toBeVisible();

  const link = await linkInMailTo(server, doctor.email);
  await page.goto(link);
  await page.getByLabel('Nuova password', { exact: true }).fill('Nuova12345');
  await page.getByLabel('Conferma nuova password').fill('Nuova12345');
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByRole('button', { name: 'Aggiorna password' }).click();
  await expect(page.getByText('Password aggiornata con successo! Verrai reindirizzato al login...')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await practice.login.signIn({ ...doctor, password: 'Nuova12345' });
  await practice.login.signOut();
  await page.goto(link);
  await expect(page.getByText('Link di reset non valido. Richiedi un nuovo link di reset password.')).toBeVisible();
});

test('the one-time link after a mistyped password signs the doctor in', async ({ practice, page, server }) => {
  const doctor = aDoctor();
  await practice.login.signUp(doctor);
  await practice.login.signOut();
  await page.getByLabel('Email').fill(doctor.email);
  await page.getByLabel('Password', { exact: true }).fill('Sbagliata1');
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByText(/Per motivi di sicurezza/)).toBeVisible();
  await page.goto(await linkInMailTo(server, doctor.email));
  await expect(page.getByText(`Benvenuto, ${doctor.email}`)).toBeVisible();
});

test('leaving in one tab leaves in all of them', async ({ practice, page }) => {
  await practice.login.signUp(aDoctor());
  const other = await page.context().newPage();
  await other.goto('/app/patients');
  await expect(other.getByRole('heading', { name: 'Pazienti' })).toBeVisible();
  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(other).toHaveURL(/\/login$/);
});

test('a doctor keeps a list of patients: adds, finds, changes, deletes', async ({ practice, page }) => {
  await practice.login.signUp(aDoctor());
  const patientId = await practice.patient.add('Nicolò', "D'Angelo, jr.");
  await practice.patient.add('Maria', 'Bianchi');

  await page.goto('/app/patients');
  await expect(page.getByText('2 totali')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Cerca pazienti...' }).fill("NICOLÒ d'an");
  await expect(page.getByRole('link', { name: 'Maria Bianchi' })).toBeHidden();
  await page.getByRole('link', { name: "Nicolò D'Angelo, jr." }).click();

  await page.getByRole('button', { name: 'Modifica' }).click();
  await page.getByLabel('Telefono').fill('333 1234567');
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('link', { name: '333 1234567' })).toBeVisible();

  await page.getByRole('button', { name: 'Elimina' }).click();
  const dialog = page.getByRole('dialog', { name: 'Eliminare il paziente?' });
  await dialog.getByRole('button', { name: 'Elimina' }).click();
  await expect(page.getByText('1 totali')).toBeVisible();
  await page.goto(`/app/patients/${patientId}`);
  await expect(page.getByText('Paziente non trovato.')).toBeVisible();
});

test('administrators run the service; what they change is seen at once; doctors are kept out', async ({
  practice,
  page,
  server,
  browser,
  baseURL,
}) => {
  const chief = aDoctor();
  await practice.login.signUp(chief);
  await page.goto('/app/admin');
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/subscription-diagnostics');
  await expect(page.getByText('Accesso negato')).toBeVisible();

  server.promote(chief.email, chief.password);
  const doctor = aDoctor();
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'it-IT' });
  const other = await context.newPage();
  await new Practice(other).login.signUp(doctor);
  await expect(other.getByText('30 minuti rimanenti su 30')).toBeVisible();

  await practice.login.signOut();
  await practice.login.signIn(chief);
  await page.getByRole('link', { name: 'Strumenti Admin' }).click();
  const form = page.getByRole('region', { name: 'Crea abbonamento' });
  await form.getByLabel('Email').fill(doctor.email);
  await form.getByLabel('Piano').selectOption('Basic');
  await form.getByLabel('Minuti utilizzati').fill('450');
  await form.getByRole('button', { name: 'Crea abbonamento' }).click();
  await expect(page.getByText(`Abbonamento creato per ${doctor.email}.`)).toBeVisible();
  await expect(other.getByText('150 minuti rimanenti su 600')).toBeVisible();

  await page.getByRole('link', { name: 'Diagnostica Sottoscrizioni' }).click();
  await page.getByRole('button', { name: 'Ripara' }).click();
  await expect(page.getByText(/^Riparazione completata con successo/)).toBeVisible();
  await context.close();
});
