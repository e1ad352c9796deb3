// Ids of orders, projects, contracts, providers and batches that a line's end tears at their hyphen.
import type { Page } from '@playwright/test'

/** Texts with an id in two lines, as `Posible duplicado de DOC-024`. What people type is theirs. */
export function tornIdsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const torn: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const isTyped = text.parentElement?.closest('textarea, script, style, code, pre, option')
      const words = text.textContent ?? ''
      if (isTyped) continue
      for (const { 0: id, index } of words.matchAll(/\b(DOC|PRJ|CTR|PRV|R)-\d+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + id.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) torn.push(words)
      }
    }
    return torn
  })
}
