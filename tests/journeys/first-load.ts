// First load of a screen: the bytes that it makes the browser fetch, and its layout shift meanwhile.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from '@playwright/test'

/** Kilobytes of scripts and styles, as sent: brotli. */
const limits: { readonly [address: string]: number } = { '/login': 120, '/client/documents': 195 }
export const limitOf = (address: string): number => limits[address] ?? 240
/** The sum of layout shifts that nobody asked for. */
export const maxShift = 0.02

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

type Loads = {
  /** Kilobytes of what was asked for since the last time. */
  taken: () => number
  /** Number of questions that wait for their answer: what comes late moves what is there. */
  waiting: () => number
  /** True when the page has asked something anew since it was opened: what somebody else did meanwhile changed it. */
  wasChanged: () => boolean
}

/** Notes every script, style and question of a page. */
export function watchLoads(page: Page): Loads {
  const files = new Set<string>()
  const questions = new Set<Request>()
  const asked = new Set<string>()
  let wasChanged = false
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      asked.clear()
      wasChanged = false
    }
    const { pathname, search } = new URL(request.url())
    // The stream of what happens never ends.
    if (pathname.startsWith('/api/') && pathname !== '/api/live') {
      questions.add(request)
      const question = `${request.method()} ${pathname}${search}`
      wasChanged ||= asked.has(question)
      asked.add(question)
    }
    // The browser's own viewer of PDF files has scripts too.
    if (fs.existsSync(path.join(dist, pathname)) && /\.(js|css)$/.test(pathname)) files.add(pathname)
  })
  page.on('requestfinished', request => questions.delete(request))
  page.on('requestfailed', request => questions.delete(request))
  return {
    taken: () => {
      const bytes = [...files].map(sentBytes)
      files.clear()
      return bytes.reduce((sum, size) => sum + size, 0) / 1000
    },
    waiting: () => questions.size,
    wasChanged: () => wasChanged,
  }
}

function sentBytes(pathname: string): number {
  const file = path.join(dist, pathname)
  return fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size
}

type Shift = {
  readonly sum: number
  /** Each element that moved: its text, and where it was and is, in pixels from the top. */
  readonly moved: string
}

/** Layout shift since the page began, without what follows a key or a click. */
export function shiftOf(page: Page): Promise<Shift> {
  return page.evaluate(
    () =>
      new Promise<Shift>(resolve => {
        let sum = 0
        const moved: string[] = []
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources = [] } = Object(entry)
            if (hadRecentInput) continue
            sum += value
            for (const { node, previousRect, currentRect } of sources)
              moved.push(`${node?.textContent?.slice(0, 40)} ${previousRect.top} → ${currentRect.top}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // The observer reports what it has noted at once; a frame later all of it is here.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, moved: moved.join(', ') })))
      }),
  )
}
