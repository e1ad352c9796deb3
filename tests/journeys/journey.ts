// Fixtures of every journey: a program with the demo, people who sign in through the page, and eyes on everything
// that no screen may do: console errors, policy reports, sideways scroll, axe violations.
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { demoPassword } from '../../src/demo/password.ts'
import { startDemo } from '../support/demo-data.ts'
import { oneForMany, type RunningServer } from '../support/server.ts'
import { talkTo } from '../support/talk.ts'
import { Complaints } from './complaints.ts'
import { bring, signedIn } from './signed-in.ts'
import { tornIdsOn } from './torn-ids.ts'
import { makeWorks, type Works } from './works.ts'

type Journey = {
  /** Output of the program during a journey that failed, beside the failure. */
  programBesideFailure: undefined
  /**
   * A signed-in person at an address, or on the screen where they begin; each has a browser of their own. The
   * form has journeys of its own: this one signs in behind it.
   */
  as: (email: string, address?: string, password?: string) => Promise<Page>
}

/** For as long as a worker: most files share one of each, which no journey may leave otherwise than it was. */
type Program = {
  /** With the demo in it, where one machine may be many people. */
  server: RunningServer
  works: Works
}

export const test = base.extend<Journey, Program>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are asked for.
    async ({}, use) => {
      const server = await startDemo(oneForMany)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  works: [
    async ({ server }, use) => use(await makeWorks(talkTo(server.origin, { isPatient: true }))),
    { scope: 'worker' },
  ],
  programBesideFailure: [
    async ({ server }, use, { errors }) => {
      const before = server.output().length
      await use(undefined)
      const printed = server.output().slice(before)
      if (errors.length > 0) console.log(`The program printed: ${printed.slice(-4000) || 'nothing'}`)
    },
    { auto: true },
  ],
  as: async ({ browser, server, contextOptions }, use) => {
    const complaints = new Complaints()
    const contexts: BrowserContext[] = []
    await use(async (email, address, password = demoPassword) => {
      const { home, kept } = await signedIn(server.origin, email, password)
      const context = await browser.newContext({ ...contextOptions, baseURL: server.origin })
      contexts.push(context)
      await context.addInitScript(bring, kept)
      const page = await context.newPage()
      complaints.watch(page, email)
      await page.goto(address ?? home)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      return page
    })
    // Requests that a screen still waits for are nobody's any more, and a screen left open would go on asking.
    for (const context of contexts) {
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    expect(complaints.all()).toEqual([])
  },
})

export { expect }

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
  // Rows about to be replaced are dimmed, and are not the screen that is judged.
  await expect(page.locator(':is(ul, section)[aria-busy="true"]')).toHaveCount(0)
  expect(await tornIdsOn(page), 'ids in two lines').toEqual([])
  expect(await violationsOn(page)).toEqual([])
}

const axe: { source: string } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core')

/** Behind the newest one: their words fade away under it. */
const coveredNotices = '[data-sonner-toast][data-front="false"]'

/**
 * In the page itself, brought once to each document, and for what is wrong alone: the official runner brings it
 * twice to every look. Only files stand in frames, and the browser's own viewer of them is not ours to judge.
 * The screen is at rest: what began to move while it was looked at, as a notice that comes, is looked at again.
 */
async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async covered => {
    const { axe }: { axe?: typeof Axe } = Object(window)
    if (!axe) throw new Error('axe is not there')
    // A spinner's animation has no end to wait for.
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
    // Movements that began while something else came to its end are waited for too.
    const atRest = async () => {
      while (ending().length > 0)
        await Promise.all(ending().map(animation => animation.finished.catch(() => null)))
    }
    let hasMoved = false
    const note = () => {
      hasMoved = true
    }
    for (const begins of ['transitionrun', 'animationstart']) document.addEventListener(begins, note)
    for (let looks = 1; ; looks++) {
      await atRest()
      hasMoved = false
      const { violations } = await axe.run(
        { exclude: [covered] },
        { resultTypes: ['violations'], iframes: false },
      )
      // A movement that has just begun may not have said so yet.
      if ((!hasMoved && ending().length === 0) || looks === 10)
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
        )
    }
  }, coveredNotices)
}

/** Types into a combobox and takes the option of this name. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field })
  await box.fill(option)
  await page.getByRole('option', { name: option }).first().click()
}

/**
 * Scrolls down until it is there, as a person does: each part of a long page is loaded when somebody comes near it, and
 * what is above it may still grow.
 */
export async function comeTo(target: Locator): Promise<void> {
  const isThere = async () => {
    if ((await target.count()) > 0) return true
    await target.page().mouse.wheel(0, 300)
    return false
  }
  await expect.poll(isThere, { intervals: [100] }).toBe(true)
  await target.scrollIntoViewIfNeeded()
}
