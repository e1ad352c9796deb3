// What every journey has: a program with the demo, people who sign in through the page, and eyes on everything
// that no screen may do: console errors, policy reports, sideways scroll, axe violations.
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { demoPassword } from '../../src/demo/password.ts'
import { type RunningServer, startServer } from '../support/server.ts'

type Journey = {
  /** Signs a person in on a fresh page; each person has a browser of their own. */
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
      const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
      const page = await context.newPage()
      watch(page, complaint => complaints.push(`${email}: ${complaint}`))
      await page.goto('/login')
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await page.waitForURL(url => !url.pathname.startsWith('/login'))
      return page
    })
    expect(complaints).toEqual([])
  },
})

export { expect }

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
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(animation => animation.finished.catch(() => null))),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
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
