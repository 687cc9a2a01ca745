import type { Locator, Page } from '@playwright/test';
import { aDoctor, expect, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

const mostSteps = 60;

/** Walks with the Tab key until the control has the focus, and sees that the focus can be seen. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(control, 'reached with the Tab key').toBeFocused();
  const isSeen = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const around = element.closest('label, [class*="Input-wrapper"], [class*="PasswordInput-input"]') ?? element;
    const own = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    return (
      own || [...around.querySelectorAll('*'), around].some((part) => getComputedStyle(part).outlineStyle !== 'none')
    );
  });
  expect(isSeen, 'the focus is drawn').toBe(true);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await reach(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.type(text);
}

test('a doctor works from signing in to the saved report with the keyboard alone', async ({
  practice,
  engine,
  server,
  page,
}) => {
  await engine.hears(spoken);
  const doctor = aDoctor();
  await practice.login.signUp(doctor);
  await practice.login.signOut();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('signs in', async () => {
    await page.goto(`${server.url}/login`);
    await type(page, page.getByLabel('Email'), doctor.email);
    await type(page, page.getByLabel('Password', { exact: true }), doctor.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
  });

  await test.step('adds a patient', async () => {
    await press(page, page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Pazienti' }));
    await press(page, page.getByRole('link', { name: 'Aggiungi Paziente' }));
    await type(page, page.getByLabel('Nome', { exact: true }), 'Maria');
    await type(page, page.getByLabel('Cognome'), 'Bianchi');
    await type(page, page.getByLabel('Data di nascita'), '31011980');
    await type(page, page.getByLabel('Genere'), 'Femmina');
    await press(page, button('Salva paziente'));
    await page.waitForURL(/\/app\/patients\/[0-9a-f-]{36}$/);
  });

  await test.step('records the visit', async () => {
    await press(page, page.getByRole('main').getByRole('link', { name: 'Nuova consultazione' }));
    await press(page, page.getByRole('checkbox', { name: /^Il paziente acconsente/ }), 'Space');
    await page.keyboard.press('Alt+r');
    await expect(page.getByText('Registrazione in corso')).toBeVisible();
    await practice.consultation.recordUntil(6);
    await page.keyboard.press('Alt+r');
    await page.waitForURL(/\/app\/patients\/[0-9a-f-]{36}$/, { timeout: 120_000 });
  });

  await test.step('reads, corrects and saves the report', async () => {
    await press(page, button('Visualizza referto completo'));
    const { report } = practice.patient;
    await press(page, report.getByRole('button', { name: 'Modifica' }));
    await type(page, report.getByLabel('Note dello specialista'), 'Rivedere tra un mese.');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Modifiche non salvate' });
    // A trial: the question stands still, instead of going with the key that it came with.
    await question.getByRole('button', { name: 'Continua a modificare' }).click({ trial: true });
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(report).toBeVisible();
    await press(page, report.getByRole('button', { name: 'Salva' }));
    // Not before it is saved: until then Escape asks.
    await expect(report.getByRole('button', { name: 'Modifica' })).toBeEnabled();
    await expect(report.getByText('Rivedere tra un mese.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(report).toBeHidden();
    await expect(button('Visualizza referto completo')).toBeFocused();
  });
});

test('the focus goes on where what held it goes: from page to page, through a recording, in the report', async ({
  practice,
  engine,
  page,
}) => {
  await engine.hears(spoken);
  await page.emulateMedia({ colorScheme: 'dark' });
  const doctor = aDoctor();
  await practice.login.signUp(doctor);
  const main = page.getByRole('main');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const menuEntry = page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'Pazienti' });
  const { report } = practice.patient;

  await test.step('from page to page', async () => {
    await press(page, menuEntry);
    await press(page, page.getByRole('link', { name: 'Aggiungi Paziente' }));
    await expect(heading('Nuovo paziente')).toBeFocused();
    await type(page, page.getByLabel('Nome', { exact: true }), 'Maria');
    await type(page, page.getByLabel('Cognome'), 'Bianchi');
    await type(page, page.getByLabel('Data di nascita'), '31011980');
    await type(page, page.getByLabel('Genere'), 'Femmina');
    await press(page, page.getByLabel('Telefono'));
    await expect(heading('Maria Bianchi')).toBeVisible();
    await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
    await press(page, main.getByRole('link', { name: 'Nuova consultazione' }));
    await expect(heading('Nuova consultazione')).toBeFocused();
  });

  await test.step('through a recording', async () => {
    await press(page, page.getByRole('checkbox', { name: /^Il paziente acconsente/ }), 'Space');
    await press(page, button('Avvia registrazione'));
    await expect(button('Interrompi registrazione')).toBeFocused();
    await practice.consultation.recordUntil(5);
    await press(page, button('Metti in pausa'));
    await press(page, button('Riprendi'));
    await press(page, menuEntry);
    await expect(button('Resta sulla pagina')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menuEntry).toBeFocused();
    await press(page, button('Interrompi registrazione'));
    await expect(heading('Maria Bianchi')).toBeVisible({ timeout: 120_000 });
    await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
  });

  await test.step('in the report', async () => {
    await press(page, button('Visualizza referto completo'));
    await expect(report.getByRole('heading', { name: 'Motivo della visita' })).toBeVisible();
    await expect(report.locator(':focus')).toHaveCount(1);
    await press(page, report.getByRole('button', { name: 'Segna come revisionato' }));
    await expect(report.getByRole('button', { name: 'Riapri la revisione' })).toBeFocused();
    const question = page.getByRole('dialog', { name: "Eliminare l'audio della visita?" });
    await press(page, report.getByRole('button', { name: 'Elimina audio' }));
    await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(report.getByRole('button', { name: 'Elimina audio' })).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, question.getByRole('button', { name: 'Elimina', exact: true }));
    await expect(page.getByText('Audio eliminato.')).toBeVisible();
    await expect(report.getByText(/^L'audio di questa visita è stato eliminato/)).toBeVisible();
    await expect(report.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(button('Visualizza referto completo')).toBeFocused();
  });

  await test.step('where the patient goes, and the doctor', async () => {
    await press(page, button('Elimina'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Elimina' }));
    await expect(heading('Pazienti')).toBeFocused();
    await press(page, button('Esci'));
    await expect(heading('Accedi a Scriba')).toBeFocused();
  });
});
