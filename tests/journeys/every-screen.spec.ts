import fs from 'node:fs'
import { Complaints } from './complaints.ts'
import { limitOf, maxShift, shiftOf, watchLoads } from './first-load.ts'
import { expect, test, wellMade } from './journey.ts'
import { addressesOf, screens } from './screens.ts'
import { smallestTarget, smallTargetsOn } from './targets.ts'

const looks = [
  { look: 'in the dark theme @desktop', use: { colorScheme: 'dark' }, least: smallestTarget.pointer },
  { look: 'at 320 px @phone', use: { viewport: { width: 320, height: 640 } }, least: smallestTarget.finger },
] as const

// Nothing is changed: each is of its own, in whichever worker is free.
test.describe.configure({ mode: 'parallel' })

for (const { look, use, least } of looks) {
  test.describe(look, () => {
    test.use(use)
    for (const [area, people] of Object.entries(screens)) {
      for (const [who, addresses] of Object.entries(people)) {
        test(`every screen of the ${area} area that ${who} opens is well made`, async ({ as }) => {
          test.setTimeout(60_000 + addresses.length * 20_000)
          const page = await as(who)
          const opened = await addressesOf(page, addresses)
          const loads = watchLoads(page)
          const seen = new Complaints()
          seen.watch(page, who)
          const open = async (address: string) => {
            loads.taken()
            await page.goto(address)
            await expect(page).toHaveURL(new RegExp(`${address}$`))
            await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
            await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
            await expect.poll(loads.waiting, { message: 'unanswered' }).toBe(0)
            return shiftOf(page)
          }
          for (const address of opened) {
            await test.step(address, async () => {
              let shift = await open(address)
              // Journeys beside this one change what it looks at: that moves by right. Some screens ask twice by themselves.
              for (let time = 1; time < 3 && loads.wasChanged(); time++) shift = await open(address)
              await expect(page.locator('html')).toHaveClass('colorScheme' in use ? /dark/ : /^(?!.*dark)/)
              expect.soft(loads.taken(), 'kilobytes of a first load').toBeLessThanOrEqual(limitOf(address))
              expect.soft(shift.sum, `${address} jumps: ${shift.moved}`).toBeLessThanOrEqual(maxShift)
              expect.soft(await smallTargetsOn(page, least), 'too small to hit').toEqual([])
              await wellMade(page)
              // A phone widens its page rather than scroll sideways.
              if ('viewport' in use) expect(await page.evaluate(() => window.innerWidth)).toBe(320)
            })
          }
          expect(seen.refused(), 'calls that were refused').toEqual([])
        })
      }
    }
  })
}

/** Screens that people work in, at 200 % zoom of a laptop: half of 1280 × 720. */
const zoomed = {
  'cliente@demo.example': ['/client/dashboard', '/client/projects/PRJ-001', '/client/documents'],
  'diego@demo.example': ['/client/pending-approvals', '/client/projects/PRJ-001/documents/DOC-011'],
  'tesoreria@demo.example': ['/client/pending-confirmations', '/client/payment-batches/new'],
  'empresa@demo.example': ['/empresa/dashboard', '/empresa/projects/new', '/empresa/settings/flows'],
}

for (const [who, addresses] of Object.entries(zoomed)) {
  test(`at 200 % zoom nothing is lost to the side or under what stays in sight, for ${who} @desktop`, async ({
    as,
  }) => {
    const page = await as(who)
    await page.setViewportSize({ width: 640, height: 360 })
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
      const { sideways, covered } = await page.evaluate(inSight)
      expect.soft(sideways, `${address}: sideways`).toBeLessThanOrEqual(0)
      expect.soft(covered, `${address}: pixels of 360 under what stays in sight`).toBeLessThanOrEqual(180)
    }
  })
}

/** Distance that the page scrolls sideways, and the height of what stays in sight while it scrolls. */
function inSight() {
  const stuck = [...document.querySelectorAll('body *')].filter(element => {
    const { position } = getComputedStyle(element)
    const { top, bottom, height, width } = element.getBoundingClientRect()
    const isAtEdge = Math.abs(top) < 1 || Math.abs(bottom - window.innerHeight) < 1
    return ['sticky', 'fixed'].includes(position) && isAtEdge && height > 0 && width > window.innerWidth / 2
  })
  return {
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    covered: stuck.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
  }
}

/** Reads of the rows of tables. */
const tabled =
  /\/api\/(documents|providers|clients|people|cost-centres|audit\/events|payment-batches(\/R-\d+)?|platform\/[a-z-]+)(\?|$)/

/** An answer in which every row has names without end, each row another. */
function withLongNames(answer: unknown, place = 0): unknown {
  if (Array.isArray(answer)) return answer.map(withLongNames)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (typeof value !== 'string') return [key, withLongNames(value, place)]
      const long = longNames[place % longNames.length] ?? ''
      return [key, /name$/i.test(key) ? long : key === 'email' ? `${long.slice(0, 60)}@demo.example` : value]
    }),
  )
}

const longNames = [
  'x'.repeat(150),
  'Factura_2026-11-22_climatizacion_planta_baja_version_1.pdf',
  'Ñ'.repeat(90),
]
const tables: readonly { who: string; addresses: readonly string[] }[] = [
  {
    who: 'cliente@demo.example',
    addresses: ['/client/documents', '/client/projects/payment-orders', '/client/projects/PRJ-001'],
  },
  {
    who: 'empresa@demo.example',
    addresses: [
      '/empresa/documents',
      '/empresa/projects/PRJ-001',
      '/empresa/providers',
      '/empresa/clients',
      '/empresa/people',
      '/empresa/contracts/CTR-002',
      '/empresa/cost-centres',
      '/empresa/settings/audit',
      '/empresa/payment-batches',
      '/empresa/payment-batches/R-001',
    ],
  },
  { who: 'proveedor@demo.example', addresses: ['/provider/orders'] },
  {
    who: 'saas@demo.example',
    addresses: [
      '/admin_saas/companies',
      '/admin_saas/users',
      '/admin_saas/order-flows',
      '/admin_saas/monetization',
    ],
  },
]

for (const { who, addresses } of tables) {
  test(`names without end push no amount, state or date out of the tables of ${who} @desktop`, async ({
    as,
  }) => {
    test.slow()
    const page = await as(who)
    await page.route(tabled, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: withLongNames(await response.json()) })
    })
    for (const address of addresses) {
      await page.goto(address)
      const table = page.getByRole('table').filter({ hasText: longNames[0] ?? '' })
      for (const [width, height] of [
        [1280, 720],
        [1366, 768],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        await expect(table).toBeVisible()
        expect.soft(await table.evaluate(cutIn), `${address} at ${width}`).toEqual([])
        if (address.includes('documents')) {
          const heights = await table
            .locator('tbody tr')
            .evaluateAll(rows => rows.map(row => row.clientHeight))
          expect.soft(Math.max(...heights), `${address} at ${width}: the highest row`).toBeLessThan(64)
        }
      }
    }
  })
}

/** Amounts, dates and states that a table cuts, covers or breaks into two lines, and the table itself where it scrolls. */
function cutIn(table: Element): string[] {
  const frame = table.parentElement
  if (frame === null) return ['no frame']
  const edge = frame.getBoundingClientRect().right
  const whole = [...table.querySelectorAll('tbody .figures, tbody time')].filter(each => {
    const lines = new Set([...each.getClientRects()].map(({ top }) => Math.round(top)))
    return lines.size > 1 || each.getBoundingClientRect().right > edge
  })
  // A content wider than its cell lies over its neighbour.
  const spilt = [...table.querySelectorAll('tbody td')].filter(cell => {
    const { left, right } = cell.getBoundingClientRect()
    return [...cell.querySelectorAll('button, a, time, .figures')].some(part => {
      const box = part.getBoundingClientRect()
      return box.width > 1 && (box.left < left - 1 || box.right > right + 1)
    })
  })
  const scrolls = frame.scrollWidth > frame.clientWidth ? [`${frame.scrollWidth} > ${frame.clientWidth}`] : []
  return [...scrolls, ...[...whole, ...spilt].map(each => each.textContent ?? '')]
}

test('the screens above are all those of the four areas', () => {
  for (const [area, base, ...files] of [
    ['client', '/client', 'client-routes.tsx', 'area-routes.tsx', 'work-routes.tsx'],
    [
      'company',
      '/empresa',
      'company-routes.tsx',
      'area-routes.tsx',
      'work-routes.tsx',
      'settings-routes.tsx',
    ],
    ['provider', '/provider', 'provider-routes.tsx', 'area-routes.tsx'],
    ['platform', '/admin_saas', 'platform-routes.tsx'],
  ] as const) {
    const source = files
      .map(file => fs.readFileSync(new URL(`../../src/app/${file}`, import.meta.url), 'utf8'))
      .join('\n')
    const paths = [...source.matchAll(/path: '([^']+)'/g)].map(match => match[1] ?? '')
    // The demo has none: the pages of a webhook and of an import are looked at in `webhooks.spec` and `imports.spec`.
    const elsewhere = ['/', base.slice(1), 'settings/webhooks/$webhookId', 'settings/imports/$importId']
    const own = paths.filter(path => !elsewhere.includes(path))
    expect(own.length).toBeGreaterThan(7)
    const opened = Object.values(screens[area]).flat()
    for (const path of own) {
      const pattern = new RegExp(
        `^${base}/${path
          .replace('$companyId', '\\$miramar')
          .replace('$clientId', '\\$cliente')
          .replace('$costCentreId', '\\$centro')
          .replaceAll(/\$[a-z]+Id/g, '[A-Z]+-\\d+')}$`,
      )
      expect(
        opened.filter(address => pattern.test(address)),
        path,
      ).not.toEqual([])
    }
  }
})

test('the page of every screen names the scripts that its screen loads', async ({ server }) => {
  for (const address of Object.values(screens).flatMap(people => Object.values(people).flat())) {
    const html = await (await fetch(server.origin + address.replace('$miramar', 'una'))).text()
    const named = html.match(/rel="modulepreload"/g) ?? []
    expect(named.length, address).toBeGreaterThan(15)
  }
})
