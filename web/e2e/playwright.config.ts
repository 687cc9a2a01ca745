import { defineConfig } from '@playwright/test';
import { microphoneFile } from './fixtures/audio.ts';

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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.SCRIBA_CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${microphoneFile}%noloop`,
      ],
    },
  },
});
