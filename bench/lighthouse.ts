// `npm run bench:web` runs this too: what Lighthouse says of the first screens, and how much each fetches.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { watchLoads } from '../tests/journeys/first-load.ts'
import { findChromium } from '../tests/support/chromium.ts'
import type { After } from './leaving.ts'

export type Figure = { readonly name: string; readonly figure: number; readonly unit: string } & (
  | { readonly most: number }
  | { readonly least: number }
)

type Screen = { readonly path: string; readonly mobile: number; readonly load: number }

/** Scores and kilobytes that each must reach. */
const screens: readonly Screen[] = [
  { path: '/login', mobile: 95, load: 60 },
  { path: '/client/documents', mobile: 92, load: 195 },
  { path: '/client/dashboard', mobile: 90, load: 240 },
]
const desktopScore = 98
const port = 9333

/** Playwright would end the whole bench on a signal, and leave what else it has started. */
export const endedByUs = {
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  handleSIGHUP: false,
  handleSIGINT: false,
  handleSIGTERM: false,
}

/** @param session what the official client keeps in the browser of whoever is signed in. */
export async function measureFigures(
  origin: string,
  session: { name: string; value: string },
  after: After,
): Promise<Figure[]> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-lighthouse-'))
  after(() => fs.rmSync(profile, { recursive: true, force: true }))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? 'chromium',
    ...endedByUs,
    args: [`--remote-debugging-port=${port}`, ...endedByUs.args],
  })
  after(() => browser.close())
  const page = browser.pages()[0] ?? (await browser.newPage())
  const found: Figure[] = []
  try {
    for (const screen of screens) {
      await page.goto(`${origin}/`)
      await page.evaluate(
        ({ name, value, isIn }) => {
          localStorage.clear()
          if (isIn) localStorage.setItem(name, value)
        },
        { ...session, isIn: screen.path !== '/login' },
      )
      found.push(...(await measureLoads(page, origin, screen)), ...(await measureScores(origin, screen)))
    }
  } finally {
    await browser.close()
  }
  return found
}

async function measureLoads(page: Page, origin: string, { path: address, load }: Screen): Promise<Figure[]> {
  const loads = watchLoads(page)
  await page.goto(origin + address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(1500)
  return [{ name: `${address}: scripts and styles`, figure: loads.taken(), unit: 'KB', most: load }]
}

async function measureScores(origin: string, { path: address, mobile }: Screen): Promise<Figure[]> {
  const desktop = await run(origin + address, true)
  const phones = [
    await run(origin + address, false),
    await run(origin + address, false),
    await run(origin + address, false),
  ]
  const median = phones.map(({ performance = 0 }) => performance).toSorted((a, b) => a - b)[1] ?? 0
  return [
    score(`${address}: performance, desktop`, desktop.performance, desktopScore),
    score(`${address}: accessibility`, desktop.accessibility, 100),
    score(`${address}: best practices`, desktop['best-practices'], 100),
    score(`${address}: SEO`, desktop.seo, 100),
    score(`${address}: performance, phone, median of 3`, median, mobile),
  ]
}

const score = (name: string, figure = 0, least: number): Figure => ({ name, figure, unit: '', least })

/** The recording of a page load fails now and then: then it is made again. */
async function run(url: string, isDesktop: boolean, tries = 3): Promise<{ [category: string]: number }> {
  const result = await lighthouse(
    url,
    { port, disableStorageReset: true, logLevel: 'error' },
    isDesktop ? desktopConfig : undefined,
  )
  const categories = Object.entries(result?.lhr.categories ?? {})
  const error = result?.lhr.runtimeError
  if (error && tries > 1) return run(url, isDesktop, tries - 1)
  if (error) throw new Error(error.message)
  return Object.fromEntries(
    categories.map(([name, { score: found }]) => [name, Math.round((found ?? 0) * 100)]),
  )
}
