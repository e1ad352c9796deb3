// `npm run bench:web`: how the browser feels with ten thousand orders in one project, twenty pages of them loaded.
// Each measure is a line with its target; the exit code says whether all were met.
import fs from 'node:fs'
import os from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#demo/password.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { loadOrders, type ManyOrders } from '../tests/support/many-orders.ts'
import { startServer } from '../tests/support/server.ts'
import { type After, leavingNothing, startDatabase, Unable } from './leaving.ts'
import { endedByUs, measureFigures } from './lighthouse.ts'

type Measure = {
  readonly name: string
  readonly target: number
  readonly run: (page: Page) => Promise<number>
}

const orders = 10_000
const pages = 20
const list = '/client/projects/PRJ-001'
const quiet = 50
const throttled = 150

const interactions: readonly { name: string; act: (page: Page) => Promise<void> }[] = [
  { name: 'typing in the search', act: page => page.keyboard.type('cemento blanco', { delay: 120 }) },
  {
    name: 'another tab',
    act: async page => {
      for (const tab of [/^Pendientes/, /^Pagados/, /^Todos/]) {
        await page.getByRole('button', { name: tab }).click()
        await page.waitForTimeout(600)
      }
    },
  },
  { name: 'another order of the rows', act: page => page.getByRole('button', { name: 'Monto' }).click() },
]

const measures: readonly Measure[] = [
  ...interactions.map(({ name, act }) => ({
    name: `${name}, worst interaction`,
    target: quiet,
    run: (page: Page) => measureWorst(page, 1, act),
  })),
  ...interactions.map(({ name, act }) => ({
    name: `${name}, worst at 4× throttle`,
    target: throttled,
    run: (page: Page) => measureWorst(page, 4, act),
  })),
  { name: 'an order opens from the list', target: 100, run: opensIn },
  { name: 'the last of a thousand rows, when gone to', target: 200, run: lastRowIn },
]

await leavingNothing(async after => {
  const executablePath = findBrowser()
  console.log(
    `Load of the machine before: ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`,
  )
  const { database } = await startDatabase(after, 'web')
  const starting = startServer({ DATABASE_URL: database.url, DEMO: '1' })
  after(() =>
    starting.then(
      server => server.stop(),
      () => {},
    ),
  )
  const { origin } = await starting
  await fill(database.url)
  const browser = await chromium.launch({ executablePath, ...endedByUs })
  after(() => browser.close())
  await measureAll(await signedIn(browser, origin), origin, after)
})

function findBrowser(): string {
  const found = findChromium()
  if (found !== null && fs.existsSync(found)) return found
  const missing = found === null ? 'No browser is found' : `CHROMIUM_PATH names no file: ${found}`
  throw new Unable(
    `${missing}. Install Chromium or Google Chrome, or set CHROMIUM_PATH to its file. Nothing was started.`,
  )
}

async function measureAll(page: Page, origin: string, after: After): Promise<void> {
  const tell = (name: string, figure: string, target: string, isGood: boolean) => {
    if (!isGood) process.exitCode = 1
    console.log(`${name.padEnd(52)}${figure.padStart(9)}   ${target}   ${isGood ? 'met' : 'NOT MET'}`)
  }
  for (const found of await measureFigures(origin, await readSession(page), after)) {
    const isGood = 'most' in found ? found.figure <= found.most : found.figure >= found.least
    const target = 'most' in found ? `≤ ${found.most}` : `≥ ${found.least}`
    tell(found.name, `${Math.round(found.figure)} ${found.unit}`, `${target} ${found.unit}`, isGood)
  }
  for (const { name, target, run } of measures) {
    const figure = await run(page)
    tell(name, `${Math.round(figure)} ms`, `≤ ${target} ms`, figure <= target)
  }
}

/** The longest time from an event to the frame that shows its effect, as the browser itself counts it. */
async function measureWorst(on: Page, slowdown: number, act: (page: Page) => Promise<void>): Promise<number> {
  await openList(on)
  const devTools = await on.context().newCDPSession(on)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await on.evaluate(() => {
    const kept: number[] = []
    Object.assign(window, { kept })
    const seen = (entries: PerformanceObserverEntryList) => {
      for (const entry of entries.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) kept.push(entry.duration)
    }
    const options = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver(seen).observe(options)
  })
  await on.getByLabel('Buscar documentos...').focus()
  await act(on)
  await on.waitForTimeout(1500)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const worst = await on.evaluate(() => {
    const kept: unknown = Reflect.get(window, 'kept')
    return Array.isArray(kept) ? Math.max(0, ...kept.map(Number)) : Number.NaN
  })
  await devTools.detach()
  return worst
}

async function openList(on: Page): Promise<void> {
  await on.goto(list)
  // Each page is a body of the table.
  const bodies = on.locator('main tbody')
  for (let count = 1; count <= pages; count++) {
    await bodies.nth(count - 1).waitFor({ state: 'attached' })
    if (count < pages) await on.getByRole('button', { name: 'Cargar más' }).click()
  }
  await on.evaluate(() => scrollTo(0, 0))
}

/** From the jump to the end of the page until the last block has its rows: a block far from the screen has none. */
async function lastRowIn(on: Page): Promise<number> {
  await openList(on)
  await on.waitForFunction(
    count => document.querySelectorAll(`main tbody:nth-of-type(${count}) a`).length === 0,
    pages,
  )
  return on.evaluate(async count => {
    const start = performance.now()
    scrollTo(0, document.documentElement.scrollHeight)
    const isThere = () => document.querySelectorAll(`main tbody:nth-of-type(${count}) a`).length > 0
    while (!isThere() && performance.now() - start < 10_000)
      await new Promise(resolve => requestAnimationFrame(resolve))
    return performance.now() - start
  }, pages)
}

/** Pointed at, as a hand does, and pressed: until its name stands as the title. Median of five. */
async function opensIn(on: Page): Promise<number> {
  const times: number[] = []
  for (let row = 0; row < 5; row++) {
    await on.goto(list)
    const link = on.locator('main tbody tr').nth(row).getByRole('link')
    await link.waitFor()
    await on.waitForTimeout(500)
    await link.hover()
    await on.waitForTimeout(300)
    times.push(await timedOpening(on, row))
  }
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN
}

function timedOpening(on: Page, row: number): Promise<number> {
  return on.evaluate(async index => {
    const link = document.querySelectorAll('main tbody tr')[index]?.querySelector('a')
    const before = document.querySelector('h1')?.textContent
    const start = performance.now()
    link?.click()
    const isOpen = () => {
      const title = document.querySelector('h1')?.textContent
      return title !== undefined && title !== '' && title !== before
    }
    while (!isOpen() && performance.now() - start < 10_000)
      await new Promise(resolve => requestAnimationFrame(resolve))
    return performance.now() - start
  }, row)
}

/** Session as the official client keeps it in the browser. */
function readSession(on: Page): Promise<{ name: string; value: string }> {
  return on.evaluate(() => {
    const name = Object.keys(localStorage).find(key => key.endsWith('-auth-token')) ?? ''
    return { name, value: localStorage.getItem(name) ?? '' }
  })
}

async function signedIn(browser: Browser, origin: string): Promise<Page> {
  const on = await browser.newPage({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    locale: 'es-ES',
  })
  await on.goto('/login')
  await on.getByLabel('Correo electrónico').fill('cliente@demo.example')
  await on.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await on.getByRole('button', { name: 'Iniciar sesión' }).click()
  await on.waitForURL(url => !url.pathname.startsWith('/login'))
  return on
}

/** Into the project of the demo where its client looks first. */
async function fill(url: string): Promise<void> {
  const owner = openDb(url, { size: 1 })
  const [found] = await owner.run<Omit<ManyOrders, 'count'>>(sql`
    select p.company_id as "companyId", p.id as "projectId", pc.contract_id as "contractId", p.client_id as "clientId",
      (select array_agg(distinct provider_id) from document d where d.company_id = p.company_id and d.project_id = p.id)
        as "providerIds",
      (select array_agg(user_id) from project_approver a where a.company_id = p.company_id and a.project_id = p.id)
        as "approverIds",
      (select user_id from project_approver a where a.company_id = p.company_id and a.project_id = p.id limit 1)
        as "executorId"
    from project p join project_contract pc on pc.company_id = p.company_id and pc.project_id = p.id and pc.main
      join member m on m.company_id = p.company_id join account who on who.id = m.user_id
    where p.id = 'PRJ-001' and who.email = 'cliente@demo.example' and m.client_id = p.client_id`)
  if (!found) throw new Error('the demo has no such project')
  await loadOrders({ tamper: query => owner.run(query) }, { ...found, count: orders })
  await owner.close()
}
