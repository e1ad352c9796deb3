// For journeys about accounts: a program that asks for confirmed addresses and counts no tries, whose mails can
// be read, and browsers that nobody has signed in with.
import type { Fixtures, Page } from '@playwright/test'
import { startDemo } from '../support/demo-data.ts'
import { oneForMany, type RunningServer } from '../support/server.ts'
import { Complaints } from './complaints.ts'
import { test as base, expect } from './journey.ts'
import { type LinkIn, linksOf } from './links.ts'

type People = {
  /** A browser that nobody has been in, at this address. */
  visit: (address: string) => Promise<Page>
  linkIn: LinkIn
}

export const settings = { ...oneForMany, EMAIL_CONFIRMATION: '1' }

/** A program with these settings, started for each worker. */
const program = (chosen: Record<string, string>): Fixtures<object, { server: RunningServer }> => ({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are asked for.
    async ({}, use) => {
      const server = await startDemo(chosen)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

export const test = base.extend<People>({
  ...program(settings),
  visit: async ({ browser, server, contextOptions }, use) => {
    const complaints = new Complaints()
    await use(async address => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
      const page = await context.newPage()
      complaints.watch(page, address)
      await page.goto(address)
      return page
    })
    expect(complaints.all()).toEqual([])
  },
  linkIn: async ({ server }, use) => use(linksOf(server.origin)),
})

/** The same with a program of its own, for journeys that need other settings or leave a company of the demo changed. */
export const testAlone = (more: Record<string, string> = {}) => test.extend(program({ ...settings, ...more }))

export { expect }

/** Fills the sign-in form and sends it. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

/** A notice in passing: not the alert above a form that says the same. */
export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /^Notificaciones/ }).getByText(text, { exact: true })
