import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'

const isRoot = process.getuid?.() === 0

// What these do is the same on any device, and `every-screen` looks at their screens on a phone.
const desktopAlone =
  /(companies|failures|recovery|register|second-factor|settings|survives|who-may-not)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  // Each has a program and a database of its own.
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        // The journeys work offline: the browser has nothing to ask of anybody.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-default-apps',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--no-default-browser-check',
        '--no-first-run',
      ],
    },
  },
  projects: [
    // What a test needs of its device stands in its title: a phone has no keys, a desktop is not 320 px wide.
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: desktopAlone,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
})
