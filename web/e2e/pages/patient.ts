import { expect, type Download, type Locator, type Page } from '@playwright/test';

export class PatientPage {
  readonly history: Locator;
  readonly report: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.history = page.getByRole('region', { name: 'Storico consultazioni' });
    this.report = page.getByRole('dialog', { name: 'Referto' });
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/app/patients/${id}`);
  }

  /** Opens the patient's page again and again until the first consultation stands there. */
  async openUntilConsultation(id: string): Promise<void> {
    await expect(async () => {
      await this.open(id);
      await expect(this.history.getByRole('article')).toBeVisible({ timeout: 15_000 });
    }).toPass({ timeout: 150_000 });
  }

  /** Fills the form of a new patient and gives back the id. */
  async add(firstName: string, lastName: string): Promise<string> {
    await this.page.goto('/app/new-patient');
    await this.page.getByLabel('Nome', { exact: true }).fill(firstName);
    await this.page.getByLabel('Cognome').fill(lastName);
    await this.page.getByLabel('Data di nascita').fill('1980-01-31');
    await this.page.getByLabel('Genere').selectOption('Femmina');
    await this.page.getByRole('button', { name: 'Salva paziente' }).click();
    await this.page.waitForURL(/\/app\/patients\/[0-9a-f-]{36}$/);
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  async openReport(): Promise<Locator> {
    await this.history.getByRole('button', { name: 'Visualizza referto completo' }).first().click();
    await expect(this.report.getByRole('heading', { name: 'Motivo della visita' })).toBeVisible();
    return this.report;
  }

  async downloadPdf(): Promise<Download> {
    const download = this.page.waitForEvent('download');
    await this.report.getByRole('button', { name: 'Scarica PDF' }).click();
    return download;
  }

  async downloadAudio(): Promise<Download> {
    const download = this.page.waitForEvent('download');
    await this.history.getByRole('button', { name: 'Scarica audio' }).first().click();
    return download;
  }
}
