// What a screen makes somebody fetch who opens it first, and whether it jumps while it comes.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** Kilobytes of scripts and styles, as sent: brotli. */
const limits: { readonly [address: string]: number } = { '/login': 120, '/client/documents': 195 }
export const limitOf = (address: string): number => limits[address] ?? 240
/** The sum of layout shifts that nobody asked for. */
export const mostShift = 0.02

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

/** Notes every script and style that a page asks for. `taken` answers and begins anew. */
export function watchLoads(page: Page): { taken: () => number } {
  const files = new Set<string>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    // The browser's own viewer of PDF files has scripts too.
    if (fs.existsSync(path.join(dist, pathname)) && /\.(js|css)$/.test(pathname)) files.add(pathname)
  })
  return {
    taken: () => {
      const bytes = [...files].map(sentBytes)
      files.clear()
      return bytes.reduce((sum, size) => sum + size, 0) / 1000
    },
  }
}

function sentBytes(pathname: string): number {
  const file = path.join(dist, pathname)
  return fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size
}

/** Since the page began, without what follows a key or a click. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = Object(entry)
            if (!hadRecentInput) sum += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // What has been noted is told at once; a frame later it is all here.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}
