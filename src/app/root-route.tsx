import { createRootRouteWithContext } from '@tanstack/react-router'
import { latePage } from '#app/late-page.ts'
import { Root } from '#app/root.tsx'
import type { SessionStore } from '#app/session.ts'

/** Root of all routes. */
export const root = createRootRouteWithContext<{ session: SessionStore }>()({ component: Root })

export const shell = latePage(() => import('#app/shell/shell.tsx'), 'Shell')

/** Prefetch of a screen's data, while somebody points at a link to it. */
export function ahead(cause: 'preload' | 'enter' | 'stay', read: () => Promise<void>): void {
  if (cause === 'preload') read().catch(() => {})
}
