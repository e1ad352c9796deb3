import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { Root } from '#app/root.tsx'
import type { SessionStore } from '#app/session.ts'

/** Root of all routes. */
export const root = createRootRouteWithContext<{ session: SessionStore }>()({ component: Root })

export const shell = lazyRouteComponent(() => import('#app/shell/shell.tsx'), 'Shell')

/** Prefetch of a screen's data, while somebody points at a link to it. */
export function ahead(cause: 'preload' | 'enter' | 'stay', read: () => Promise<void>): void {
  if (cause === 'preload') read().catch(() => {})
}
