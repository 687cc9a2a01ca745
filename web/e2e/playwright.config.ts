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
    // Drawing every step takes a third of a story's time: only what failed is drawn, when scripts/test.sh tries it again.
    trace: process.env.second_try ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
});
