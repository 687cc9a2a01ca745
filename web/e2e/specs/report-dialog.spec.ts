import type { Page } from '@playwright/test';
import { expectAccessible } from '../fixtures/accessibility.ts';
import { sounds } from '../fixtures/audio.ts';
import { pdfText } from '../fixtures/pdf.ts';
import { expect, test } from '../fixtures/test.ts';
import { spoken } from '../fixtures/visit.ts';

interface Statement {
  text: string;
  evidence: [number, number][];
  audio: [number, number][];
}

/** The second of the sound that the page has reached. */
function heardSecond(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('audio')?.currentTime ?? -1);
}

function isPlaying(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('audio')?.paused === false);
}

test('a doctor hears what a sentence rests on, corrects the report, loses nothing and goes back to the first draft', async ({
  practice,
  engine,
  page,
}, info) => {
  const sheet = info.outputPath('print.pdf');
  const warnings: string[] = [];
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type());
    void dialog.accept();
  });
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.upload(sounds.mp3);
  await practice.consultation.untilSaved(patientId);

  const answer = page.waitForResponse((response) => /\/rest\/v1\/consultations\?(.*&)?id=eq\./.test(response.url()));
  const report = await practice.patient.openReport();
  const row = (await (await answer).json()) as {
    transcription: string;
    evidence: { sections: Record<string, Statement[]> };
  };
  const drug = Object.values(row.evidence.sections)
    .flat()
    .find(({ text }) => text.includes('etformina'));
  if (!drug) throw new Error('the report does not mention the drug');
  const sentence = report.getByRole('button', { name: drug.text, exact: true }).first();

  await test.step('a sentence that is pointed at marks its words in the transcript', async () => {
    const words = row.transcription.slice(...(drug.evidence[0] ?? [0, 0])).trim();
    await sentence.hover();
    await expect(report.locator('mark').first()).toBeVisible();
    const marked = (await report.locator('mark').allTextContents()).join('');
    expect(marked).toContain(words);
  });

  await test.step('pressed, it plays that second', async () => {
    const second = drug.audio[0]?.[0] ?? -1;
    expect(second).toBeGreaterThan(5);
    await sentence.click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    const heard = await heardSecond(page);
    expect(heard).toBeGreaterThanOrEqual(second - 0.1);
    expect(heard).toBeLessThan(second + 8);
    await page.keyboard.press('Space');
    await expect.poll(() => isPlaying(page)).toBe(false);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await heardSecond(page), 'by key the sentence is a button').toBeLessThan(second + 4);
    await expectAccessible(page, 'reading');
  });

  await test.step('a sentence of the transcript plays too, and the keys go back and forth', async () => {
    await report.getByRole('button', { name: /^Buongiorno dottoressa/ }).click();
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(await heardSecond(page)).toBeLessThan(8);
    await report.getByRole('button', { name: 'Pausa' }).click();
    const before = await heardSecond(page);
    await page.keyboard.press('ArrowRight');
    expect(await heardSecond(page)).toBeCloseTo(before + 5, 0);
    await report.getByLabel('Velocità').selectOption('1,5×');
    expect(await page.evaluate(() => document.querySelector('audio')?.playbackRate)).toBe(1.5);
    const download = page.waitForEvent('download');
    await report.getByRole('button', { name: 'Scarica audio' }).click();
    expect((await download).suggestedFilename()).toMatch(/^visita_.*\.mp3$/);
  });

  await test.step('what was written survives a reload, which warns', async () => {
    await report.getByRole('button', { name: 'Modifica' }).click();
    await report.getByLabel('Note dello specialista').fill('Rivedere tra un mese.');
    await expect(report.getByText('Bozza conservata in questo browser')).toBeVisible();
    await expectAccessible(page, 'editing');
    await page.reload();
    expect(warnings).toContain('beforeunload');
    await practice.patient.openReport();
    await expect(report.getByRole('button', { name: 'Riprendi la bozza' })).toBeVisible();
    await expectAccessible(page, 'a draft is offered');
    await report.getByRole('button', { name: 'Riprendi la bozza' }).click();
    await expect(report.getByLabel('Note dello specialista')).toHaveValue('Rivedere tra un mese.');
    await report.getByRole('button', { name: 'Salva' }).click();
    await expect(report.getByText('Rivedere tra un mese.')).toBeVisible();
    await expect(report.getByText('modificato dal medico').first()).toBeVisible();
  });

  await test.step('paper marks what the doctor wrote', async () => {
    const text = pdfText(await (await practice.patient.downloadPdf()).path());
    expect(text).toContain('Rivedere tra un mese. †');
    expect(text).toContain('† Frase scritta o modificata dal medico.');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(scheme, 'white to its edges, also at night').toBe('light');
    await expect(page.getByText('Rivedere tra un mese. †')).toBeVisible();
    await page.pdf({ path: sheet, preferCSSPageSize: true });
    const pages = pdfText(sheet).trim().split('\f');
    expect(pages, 'the signature stands beneath the words').toHaveLength(1);
    expect(pages[0]).toMatch(/Firma del medico\s+Maria Bianchi\s+pagina 1 di 1/);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });

  await test.step('the first draft comes back as a new version', async () => {
    await report.getByRole('button', { name: 'Versioni' }).click();
    await expect(report.getByRole('button', { name: /Prima stesura/ })).toBeVisible();
    await expect(report.getByText('Rivedere tra un mese.').first()).toBeVisible();
    await expectAccessible(page, 'versions');
    await report.getByRole('button', { name: 'Ripristina questa versione' }).click();
    await expect(report.getByRole('heading', { name: 'Motivo della visita' })).toBeVisible();
    await expect(report.getByText('Rivedere tra un mese.')).toHaveCount(0);
    await report.getByRole('button', { name: 'Versioni' }).click();
    await expect(report.getByRole('button', { name: /Versione 3.*come la versione 1/ })).toBeVisible();
  });
});

test('a doctor reads on a telephone: report and transcript are tabs, the sound above both is deleted alone', async ({
  practice,
  engine,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await engine.hears(spoken);
  const patientId = await practice.beginVisit();
  await practice.consultation.upload(sounds.mp3);
  await practice.consultation.untilSaved(patientId);
  const report = await practice.patient.openReport();
  await expect(report.getByRole('group', { name: 'Audio della visita' })).toBeVisible();
  for (const tab of await report.getByRole('tab').all())
    expect((await tab.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await report.getByRole('tab', { name: 'Trascrizione' }).click();
  await expect(report.getByRole('heading', { name: 'Trascrizione' })).toBeVisible();
  await report.getByRole('button', { name: /^Prendo la metformina/ }).click();
  await expect.poll(() => isPlaying(page)).toBe(true);
  expect(await heardSecond(page)).toBeGreaterThan(5);
  await expectAccessible(page, 'the transcript on a telephone');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await report.getByRole('button', { name: 'Elimina audio' }).click();
  const question = page.getByRole('dialog', { name: "Eliminare l'audio della visita?" });
  await expect(question.getByRole('button', { name: 'Annulla' })).toBeFocused();
  await expectAccessible(page, 'the question before the sound is deleted');
  await question.getByRole('button', { name: 'Elimina', exact: true }).click();
  await expect(report.getByText(/^L'audio di questa visita è stato eliminato il /)).toBeVisible();
  await expect(report.getByRole('button', { name: 'Elimina audio' })).toHaveCount(0);
  await expect(report.getByText(/^Prendo la metformina/).first()).toBeVisible();
});
