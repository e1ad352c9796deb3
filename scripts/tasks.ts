// `npm run tasks`: the tasks of a day counted in a real browser with the demo: clicks, keys and seconds beside what they
// were when every role was walked first. Ends with 1 when one of them takes more clicks or keys than then.
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword } from '#demo/password.ts'
import {
  approveFirstOrder,
  firstApprover,
  makeFirstOrder,
  makeFirstProject,
} from '../tests/journeys/first-value.ts'
import { counting, type Hands } from '../tests/journeys/hands.ts'
import { linksOf } from '../tests/journeys/links.ts'
import { bring, signedIn } from '../tests/journeys/signed-in.ts'
import {
  approveAll,
  approveTogether,
  askProvider,
  confirmPayments,
  findByAmount,
  orderByKeyboard,
  orderByPhone,
  payByBatch,
} from '../tests/journeys/tasks.ts'
import { makeWorks, type Project, releaseBatch, type Works } from '../tests/journeys/works.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { startServer } from '../tests/support/server.ts'
import { talkTo } from '../tests/support/talk.ts'

type Figures = { readonly clicks: number; readonly keys: number; readonly seconds: number }

/**
 * Figures of before. Source: the first walk of every role, version 0.2.0 at the beginning of November 2026, on a loaded
 * machine of two processors; null: it could not be done. For these the limit is ours.
 */
const before = {
  'new order, keyboard alone': { clicks: 0, keys: 37, seconds: 4.3 },
  'new order with its invoice, phone': { clicks: 9, keys: 17, seconds: 4.4 },
  'approve 20 by keyboard': { clicks: 0, keys: 20, seconds: 14.2 },
  'approve 13 together': { clicks: 3, keys: 0, seconds: 3.9 },
  'approve 20 by mouse': { clicks: 20, keys: 0, seconds: Number.POSITIVE_INFINITY },
  'confirm 5 payments with proof': { clicks: 20, keys: 40, seconds: 7.4 },
  'batch of 10: file, confirm': { clicks: 14, keys: 7, seconds: 6.3 },
  'find an order by supplier and amount': null,
  'paid to a provider, and pending': null,
  'first value': { clicks: 53, keys: 278, seconds: 208 },
} as const satisfies { readonly [task: string]: Figures | null }
type Task = keyof typeof before

const limits: { readonly [task in Task]?: { readonly clicks: number; readonly keys: number } } = {
  'find an order by supplier and amount': { clicks: 1, keys: 20 },
  'paid to a provider, and pending': { clicks: 2, keys: 0 },
  'first value': { clicks: 23, keys: 150 },
}

const settings = { NODE_ENV: 'test', AUTH_LIMITS: 'relaxed', EMAIL_CONFIRMATION: '1' }
const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const server = await startServer(settings)
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const found = new Map<Task, Figures>()
try {
  await walkAll(browser)
} finally {
  await browser.close()
  await server.stop()
}
process.exitCode = print() ? 0 : 1

async function walkAll(inBrowser: Browser): Promise<void> {
  await makesOrders()
  await reachesFirstValue(inBrowser)
  const works = await makeWorks(talkTo(server.origin))
  const rita = await works.person('Rita', 'Giro')
  const executorIds = [works.caja.id, rita.id]
  await pays(works, await works.project({ name: 'Caja', total: '900000000', executorIds }), rita)
  await approves(works)
  await asks(works)
}

/** A client with one project, whose supplier is known. */
async function makesOrders(): Promise<void> {
  const works = await makeWorks(talkTo(server.origin))
  const project = await works.project({ name: 'Lagar', total: '900000000' })
  await project.order('Cuba', '71000')
  const page = await open(works.client.email, '/client/projects')
  await counted('new order, keyboard alone', hands => orderByKeyboard(page, hands))
  const small = await open(works.client.email, '/client/projects', phone)
  await counted('new order with its invoice, phone', hands => orderByPhone(small, hands))
}

async function pays(works: Works, project: Project, second: { readonly email: string }): Promise<void> {
  for (let at = 1; at <= 5; at++) await works.approve(await project.order(`Pago ${at}`, `${11_000 + at}`))
  const page = await open(works.caja.email, '/client/pending-confirmations')
  await counted('confirm 5 payments with proof', hands => confirmPayments(page, hands, 5))
  for (let at = 1; at <= 10; at++) await works.approve(await project.order(`Giro ${at}`, `${21_000 + at}`))
  await page.goto('/client/payment-batches/new')
  const release = (batchId: string) => releaseBatch(works, second, batchId)
  await counted('batch of 10: file, confirm', hands =>
    payByBatch(page, hands, { supplier: works.supplier, release }),
  )
}

async function approves(works: Works): Promise<void> {
  const eva = await works.person('Marga', 'Firma')
  const project = await works.project({ name: 'Firmas', total: '900000000', approverIds: [eva.id] })
  const waiting = async (count: number, from: number) => {
    for (let at = 1; at <= count; at++) await project.order(`Firma ${from + at}`, `${from * 10 + at}`)
    return open(eva.email, '/client/pending-approvals')
  }
  const byKeyboard = await waiting(20, 31_000)
  await counted('approve 20 by keyboard', hands =>
    approveAll(byKeyboard, 20, () => hands.press(byKeyboard, 'a')),
  )
  const byMouse = await waiting(20, 41_000)
  await counted('approve 20 by mouse', hands =>
    approveAll(byMouse, 20, () => hands.click(byMouse.getByRole('button', { name: 'Aprobar documento' }))),
  )
  const together = await waiting(13, 51_000)
  await counted('approve 13 together', hands => approveTogether(together, hands, 13))
}

async function asks(works: Works): Promise<void> {
  const page = await open('empresa@demo.example', '/empresa/documents')
  const words = `${works.supplier.toLowerCase()} 210,03`
  await counted('find an order by supplier and amount', hands => findByAmount(page, hands, words, 'Giro 3'))
  await page.goto('/empresa/providers')
  await counted('paid to a provider, and pending', hands => askProvider(page, hands, works.supplier))
}

async function reachesFirstValue(inBrowser: Browser): Promise<void> {
  const admin = await open('nueva@demo.example', '/empresa/dashboard')
  await counted('first value', async hands => {
    await makeFirstProject(admin, hands)
    await makeFirstOrder(admin, hands)
    const context = await inBrowser.newContext({ ...desktop, baseURL: server.origin, locale: 'es-ES' })
    const eva = await context.newPage()
    await eva.goto(await linksOf(server.origin)(firstApprover, 'invitation'))
    await approveFirstOrder(eva, hands)
  })
}

async function counted(task: Task, walk: (hands: Hands) => Promise<void>): Promise<void> {
  const hands = counting()
  const begin = performance.now()
  await walk(hands)
  found.set(task, { clicks: hands.clicks, keys: hands.keys, seconds: (performance.now() - begin) / 1000 })
}

async function open(email: string, address: string, device: object = desktop): Promise<Page> {
  const { kept } = await signedIn(server.origin, email, demoPassword)
  const context = await browser.newContext({
    ...device,
    baseURL: server.origin,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
  })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(bring, kept)
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return page
}

/** True when no task takes more than before. */
function print(): boolean {
  const line = (...cells: readonly string[]) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(38) : cell.padStart(16))).join(' '))
  const told = (figures: { clicks: number; keys: number }) => `${figures.clicks} / ${figures.keys}`
  line('task', 'clicks / keys', 'before', 'seconds', 'before', '')
  const fine = Object.entries(before).map(([name, then]) => {
    const [task] = [...found.keys()].filter(each => each === name)
    const now = task && found.get(task)
    if (!task || !now) return false
    const most = limits[task] ?? then
    const isFine = most !== null && now.clicks <= most.clicks && now.keys <= most.keys
    const seconds = then !== null && Number.isFinite(then.seconds) ? then.seconds.toFixed(1) : '-'
    line(name, told(now), then ? told(then) : '-', now.seconds.toFixed(1), seconds, isFine ? '' : 'MORE')
    return isFine
  })
  return !fine.includes(false)
}
