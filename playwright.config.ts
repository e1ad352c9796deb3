import { defineConfig } from '@playwright/test'
import { featuresOff, findChromium } from './tests/support/chromium.ts'

const isRoot = process.getuid?.() === 0

// One journey through each capability, and every screen at 320 px: `npm test`. Settings, variants, the dark theme and
// names without end go with the rest: `npm run test:all`.
const quick =
  /\/(approver-desk|dashboards|every-screen|flows|inbox|lists|live|main-job|orders|payment-batch|projects|provider|returned|sign-in)\.spec\.ts$/
const otherLooks = /in the dark theme|names without end/
// On a phone, `npm test` looks at the screens of clients, who use one most, and at those before signing in.
const otherAreas = /at 320 px .*of the (company|provider|platform) area/

// These do the same on any device, and `every-screen` looks at their screens on a phone.
const desktopAlone =
  /\/(companies|failures|recovery|register|second-factor|settings|survives|who-may-not)\.spec\.ts$/

// A phone is where people ask and approve: these follow them there. `every-screen` looks at all other screens on a phone
// too, and `npm run nightly` follows all other journeys.
const onAPhone =
  /\/(added-approver|comments|decision-link|devices|eyes|folded|invoice-file|main-job|orders|pictures|provider|rejected|repeat|told|upload)\.spec\.ts$/

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/demo-data.ts',
  outputDir: 'test-results',
  // Each has a program and a database of its own. As many as a small machine has processors: where those are slow, a
  // third one ends nothing sooner and makes every wait longer.
  workers: 2,
  // A journey that fails once where nobody looks is tried once more, and told as unstable: to be mended first.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Far beyond what a journey takes: it fails where something does not come, not where a machine is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    // A trace of every journey, thrown away when it passes, took a tenth of all processor time, and a film a quarter. A
    // failure leaves the page as it stood; for more, run that journey with `--trace on`.
    trace: { mode: 'on-first-retry', screenshots: false },
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
        `--disable-features=${featuresOff.join(',')}`,
      ],
    },
  },
  projects: [
    // A test says in its title which device it needs: a phone has no keys, a desktop is not 320 px wide.
    { name: 'desktop', testMatch: quick, grepInvert: [/@phone/, otherLooks], use: desktop },
    { name: 'phone', grep: /@phone/, grepInvert: otherAreas, use: phone },
    { name: 'also-desktop', testIgnore: quick, grepInvert: /@phone/, use: desktop },
    { name: 'other-looks', testMatch: quick, grep: otherLooks, use: desktop },
    { name: 'other-areas', grep: otherAreas, use: phone },
    { name: 'also-phone', grepInvert: /@desktop|@phone/, testMatch: onAPhone, use: phone },
    {
      name: 'night-phone',
      grepInvert: /@desktop|@phone/,
      testIgnore: [desktopAlone, onAPhone, /every-screen/],
      use: phone,
    },
  ],
})
