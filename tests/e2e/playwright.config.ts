import { defineConfig } from '@playwright/test';
import { isExtended } from '#tests/support/extent';
import { findChromium } from './setting/chromium.ts';

const chromium = await findChromium();

/** Run by `tests/e2e/run.ts`, which starts the Waypost for these journeys. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../shots/failures',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    baseURL: process.env['WAYPOST_URL'],
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 900 },
    launchOptions: chromium,
    screenshot: 'only-on-failure',
    trace: 'off',
    // A test sees no request of a service worker; `installed.e2e.ts` allows it.
    serviceWorkers: 'block',
    // Drawing motion took a fifth of the time. The extended checks run with it.
    contextOptions: { reducedMotion: isExtended ? 'no-preference' : 'reduce' },
  },
});
