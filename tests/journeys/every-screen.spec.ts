import fs from 'node:fs'
import { limitOf, mostShift, shiftOf, watchLoads } from './first-load.ts'
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
          test.setTimeout(20_000 + addresses.length * 8_000)
          const page = await as(who)
          const opened = await addressesOf(page, addresses)
          const loads = watchLoads(page)
          for (const address of opened) {
            loads.taken()
            await test.step(address, async () => {
              await page.goto(address)
              await expect(page).toHaveURL(new RegExp(`${address}$`))
              await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
              await expect(page.getByRole('status', { name: /^Cargando/ })).toHaveCount(0)
              await expect.poll(loads.waiting, { message: 'unanswered' }).toBe(0)
              await expect(page.locator('html')).toHaveClass('colorScheme' in use ? /dark/ : /^(?!.*dark)/)
              expect.soft(loads.taken(), 'kilobytes of a first load').toBeLessThanOrEqual(limitOf(address))
              expect.soft(await shiftOf(page), 'what jumps').toBeLessThanOrEqual(mostShift)
              expect.soft(await smallTargetsOn(page, least), 'too small to hit').toEqual([])
              await wellMade(page)
              // A phone widens its page rather than scroll sideways.
              if ('viewport' in use) expect(await page.evaluate(() => window.innerWidth)).toBe(320)
            })
          }
        })
      }
    }
  })
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
    const own = paths.filter(path => path !== '/' && path !== base.slice(1))
    expect(own.length).toBeGreaterThan(7)
    const opened = Object.values(screens[area]).flat()
    for (const path of own) {
      const pattern = new RegExp(
        `^${base}/${path
          .replace('$companyId', '\\$miramar')
          .replace('$clientId', '\\$cliente')
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
