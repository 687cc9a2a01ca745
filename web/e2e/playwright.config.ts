import { defineConfig } from '@playwright/test';
import { chromium } from './fixtures/browser.ts';

/** The stories of the application in Debian's Chromium, against the program as it is installed. */
export default defineConfig({
  testDir: './specs',
  outputDir: './results',
  globalSetup: './fixtures/global-setup.ts',
  // Recordings run in real time: two stories wait side by side, each with a program and an engine of its own.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
