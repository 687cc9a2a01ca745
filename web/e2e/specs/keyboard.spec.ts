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
