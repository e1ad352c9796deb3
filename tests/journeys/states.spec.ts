import type { Page, Route } from '@playwright/test'
import { expect, test, wellMadeDialog } from './journey.ts'
import { addressesOf, screens } from './screens.ts'

// Nothing is changed: each is of its own, in whichever worker is free.
test.describe.configure({ mode: 'parallel' })

/** Addresses that are served the same page open the same screen: once is enough. */
const seen = new Set<string>()
const isNew = async (url: string): Promise<boolean> => {
  const page = await (await fetch(url)).text()
  if (seen.has(page)) return false
  seen.add(page)
  return true
}

for (const people of Object.values(screens)) {
  for (const [who, addresses] of Object.entries(people)) {
    test(`each screen of ${who} shows that it is waiting, then that the server is out of reach, then what it is for @desktop`, async ({
      as,
      server,
    }) => {
      test.setTimeout(60_000 + addresses.length * 20_000)
      const page = await as(who)
      const opened = (await addressesOf(page, addresses)).filter(asksServer)
      await page.clock.install()
      for (const address of opened) {
        if (address !== opened[0] && !(await isNew(server.origin + address))) continue
        await test.step(address, async () => {
          // Its clock was put forward while it tried again: an hour ahead, it would hold every token for expired.
          await page.clock.setSystemTime(new Date())
          const held = await heldServer(page)
          await page.goto(address)
          await waits(page)
          await held.fail()
          await saysSo(page)
          // A failure looks alike on every screen of a person.
          if (address === opened[0]) await wellMadeDialog(page)
          await held.restore()
          await recovers(page)
        })
      }
    })
  }
}

/** Without a link of a mail, its page asks the server for nothing. */
const asksServer = (address: string): boolean => address !== '/decidir'

/** A server that does not answer until it is told to fail, or to be itself again. */
async function heldServer(page: Page) {
  const held: Route[] = []
  let isAway = false
  const away = (route: Route) => route.abort('internetdisconnected')
  const hold = (route: Route) => (isAway ? away(route) : void held.push(route))
  await page.route(/\/(api|rest)\//, hold)
  return {
    fail: async () => {
      isAway = true
      await Promise.all(held.splice(0).map(away))
    },
    restore: () => page.unroute(/\/(api|rest)\//, hold),
  }
}

const main = (page: Page) => page.getByRole('main')

/** Something stands there: the place of what is coming, or what needs no server. */
async function waits(page: Page): Promise<void> {
  const shown = main(page)
    .getByRole('status', { name: /^Cargando/ })
    .or(main(page).getByRole('heading'))
  await expect(shown.first()).toBeAttached()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
}

/** Whoever asks at once waits for the server, and not for a second look. */
const atOnce = { intervals: [50] }

/** After its tries a read gives up, says so where its content would be, and offers to try again. */
async function saysSo(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(main(page).getByRole('button', { name: 'Reintentar' }).first()).toBeVisible({ timeout: 100 })
    await expect(main(page).getByRole('status', { name: /^Cargando/ })).toHaveCount(0, { timeout: 100 })
  }).toPass(atOnce)
}

async function recovers(page: Page): Promise<void> {
  const again = main(page).getByRole('button', { name: 'Reintentar' })
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 1_000 })
    await page.clock.fastForward(5_000)
    await expect(again).toHaveCount(0, { timeout: 1_000 })
  }).toPass(atOnce)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}
