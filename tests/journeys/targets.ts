// Targets of a finger or a pointer, and their least size.
import type { Page } from '@playwright/test'

/** Sides in CSS pixels. */
export const smallestTarget = { pointer: 24, finger: 44 } as const

/**
 * Pressable elements with a side shorter than `least`, with their size. A box counts with its label, a link that is
 * stretched over its card as the card. Links within a text are exempt, as WCAG has it (2.5.8).
 */
export function smallTargetsOn(page: Page, least: number): Promise<string[]> {
  return page.evaluate(smallest => {
    const pressed = 'button, a[href], input, select, textarea, summary, [role=button], [role=combobox]'
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const united = (boxes: readonly DOMRect[]) => {
      const left = Math.min(...boxes.map(box => box.left))
      const top = Math.min(...boxes.map(box => box.top))
      const right = Math.max(...boxes.map(box => box.right))
      const bottom = Math.max(...boxes.map(box => box.bottom))
      return new DOMRect(left, top, right - left, bottom - top)
    }
    const placeOf = (element: HTMLElement) => {
      const after = getComputedStyle(element, '::after')
      const isStretched = after.position === 'absolute' && after.inset === '0px'
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const boxes = [
        element,
        ...labels,
        ...(isStretched && element.offsetParent ? [element.offsetParent] : []),
      ]
      return united(boxes.map(box => box.getBoundingClientRect()))
    }
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap(element => {
      const { width, height, bottom } = placeOf(element)
      // For who listens only, or not there until it has the focus.
      const isHidden = !isSeen(element) || width <= 1 || height <= 1 || bottom <= 0
      const isInText = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
      if (isHidden || isInText || Math.min(width, height) >= smallest - 0.5) return []
      const name = element.getAttribute('aria-label') ?? element.textContent
      return [`${element.tagName} "${name.trim()}": ${Math.round(width)} × ${Math.round(height)}`]
    })
  }, least)
}
