import { expect, type Locator, type Page } from '@playwright/test';

const working = 120_000;

export class NewConsultationPage {
  readonly timer: Locator;
  readonly steps: Locator;
  readonly alert: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.timer = page.getByRole('timer');
    this.steps = page.getByRole('list', { name: 'Avanzamento' }).first();
    this.alert = page.getByRole('alert');
  }

  async open(patientId: string): Promise<void> {
    await this.page.goto(`/app/new-consultation?patientId=${patientId}`);
    await expect(this.page.getByRole('combobox', { name: 'Paziente' })).toHaveValue('Bianchi, Maria');
  }

  async giveConsent(): Promise<void> {
    await this.page.getByRole('checkbox', { name: /^Il paziente acconsente/ }).check();
  }

  async start(): Promise<void> {
    await this.page.getByRole('button', { name: 'Avvia registrazione' }).click();
    await expect(this.page.getByText('Registrazione in corso')).toBeVisible();
  }

  /** The seconds that the timer shows. */
  async seconds(): Promise<number> {
    const [minutes = 0, rest = 0] = ((await this.timer.textContent()) ?? '').split(':').map(Number);
    return 60 * minutes + rest;
  }

  /** Waits until the timer has reached so many seconds; a busy machine may skip some. */
  async recordUntil(seconds: number): Promise<void> {
    await expect
      .poll(() => this.seconds(), { timeout: (seconds + 30) * 1000, intervals: [200] })
      .toBeGreaterThanOrEqual(seconds);
  }

  /** Ends the recording and gives the seconds that it lasted. */
  async stop(): Promise<number> {
    const seconds = await this.seconds();
    await this.page.getByRole('button', { name: 'Interrompi registrazione' }).click();
    return seconds;
  }

  /** Sends what an earlier page left behind: it says how many seconds there are. */
  async sendLeftBehind(): Promise<void> {
    // A browser that was killed has its caches to mend first.
    await expect(this.page.getByText(/Bianchi, Maria \(.*\): 00:\d\d di audio/)).toBeVisible({ timeout: 60_000 });
    await this.page.getByRole('button', { name: 'Invia e completa' }).click();
  }

  async upload(path: string): Promise<void> {
    await this.page.getByLabel('Carica file audio').setInputFiles(path);
  }

  /** The page leads to the patient as soon as the consultation is saved. */
  async untilSaved(patientId: string): Promise<void> {
    await this.page.waitForURL(`**/app/patients/${patientId}`, { timeout: working });
  }
}
