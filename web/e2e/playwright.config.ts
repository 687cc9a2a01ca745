import { defineConfig } from '@playwright/test';
import { chromium } from './fixtures/browser.ts';

/** The stories of the application in Debian's Chromium, against the program as it is installed. */
export default defineConfig({
  testDir: './specs',
  outputDir: './results',
  globalSetup: './fixtures/global-setup.ts',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
