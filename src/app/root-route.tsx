import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { Root } from '#app/root.tsx'
import type { SessionStore } from '#app/session.ts'

/** What every address hangs from. */
export const root = createRootRouteWithContext<{ session: SessionStore }>()({ component: Root })

export const shell = lazyRouteComponent(() => import('#app/shell/shell.tsx'), 'Shell')

/** Somebody points at a link: its screen, which is on its way, may start to read what it will show. */
export function ahead(cause: 'preload' | 'enter' | 'stay', read: () => Promise<void>): void {
  if (cause === 'preload') read().catch(() => {})
}
