// What every journey has: a program with the demo, people who sign in through the page, and eyes on everything
// that no screen may do: console errors, policy reports, sideways scroll, axe violations.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { afterSignIn } from '../../src/app/home.ts'
import { demoPassword } from '../../src/demo/password.ts'
import { type RunningServer, startServer } from '../support/server.ts'

type Journey = {
  /**
   * A signed-in person on the screen where they begin; each has a browser of their own. The form has journeys
   * of its own: this one signs in behind it.
   */
  as: (email: string, password?: string) => Promise<Page>
}

export const test = base.extend<Journey, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are asked for.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  as: async ({ browser, server, contextOptions }, use) => {
    const complaints: string[] = []
    await use(async (email, password = demoPassword) => {
      const { home, storageState } = await signedIn(server.origin, email, password)
      const context = await browser.newContext({ ...contextOptions, storageState, baseURL: server.origin })
      const page = await context.newPage()
      watch(page, complaint => complaints.push(`${email}: ${complaint}`))
      await page.goto(home)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      return page
    })
    expect(complaints).toEqual([])
  },
})

export { expect }

/** What the official client keeps in the browser of somebody who has signed in. */
async function signedIn(origin: string, email: string, password: string) {
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: 'sb_publishable_visto_bueno' },
    body: JSON.stringify({ email, password }),
  })
  const session = await answer.json()
  if (answer.status !== 200) throw new Error(`${email}: ${JSON.stringify(session)}`)
  const name = `sb-${new URL(origin).hostname.split('.')[0]}-auth-token`
  const localStorage = [{ name, value: JSON.stringify(session) }]
  const home = afterSignIn(session.user.app_metadata.role, undefined)
  return { home, storageState: { cookies: [], origins: [{ origin, localStorage }] } }
}

export function watch(page: Page, complain: (line: string) => void): void {
  page.on('pageerror', error => complain(error.message))
  page.on('console', message => {
    // A refusal of the business is an answer that the screen shows, though the browser writes it in red;
    // a network that is gone, only a journey can bring about.
    const isExpected = /status of 4\d\d|net::ERR_INTERNET_DISCONNECTED/.test(message.text())
    if (message.type() === 'error' && !isExpected) complain(message.text())
  })
}

/** The screen as it stands is well made: named, within its width, and without an axe violation. */
export async function wellMade(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await wellMadeDialog(page)
}

/** The same of a dialog: the screen behind it, with its heading, is out of reach. */
export async function wellMadeDialog(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/Visto Bueno/)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'no sideways scroll').toBeLessThanOrEqual(0)
  // What turns while something is on its way has no end to wait for.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    return Promise.all(ending.map(animation => animation.finished.catch(() => null)))
  })
  // In the page itself and for what is wrong alone: no frame here is of another origin, and it takes a third of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/** Types into a combobox and takes the option of this name. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field })
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}
