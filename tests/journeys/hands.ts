// Hands of a person: presses and types.
import { expect, type Locator, type Page } from '@playwright/test'

export type Hands = ReturnType<typeof counting>

/** Counts what a person presses and types. A field that is not where the last one ended is clicked first. */
export function counting() {
  return {
    clicks: 0,
    keys: 0,
    async click(target: Locator) {
      this.clicks++
      await target.click()
    },
    async type(field: Locator, text: string, { isFocused = false } = {}) {
      if (isFocused) await expect(field).toBeFocused()
      else await this.click(field)
      this.keys += text.length
      await field.pressSequentially(text)
    },
    async press(page: Page, key: string) {
      this.keys++
      await page.keyboard.press(key)
    },
    next(page: Page) {
      return this.press(page, 'Tab')
    },
    enter(page: Page) {
      return this.press(page, 'Enter')
    },
    /** Goes on by the keyboard to a field that lies ahead. */
    async tabTo(field: Locator) {
      const hasFocus = () => field.evaluate(element => element === document.activeElement)
      for (let steps = 0; steps < 20 && !(await hasFocus()); steps++) await this.next(field.page())
      await expect(field).toBeFocused()
    },
    /** A press outside of the page, as on the link of a mail. */
    pressed() {
      this.clicks++
    },
  }
}
