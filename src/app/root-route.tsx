import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { Root } from '#app/root.tsx'
import type { SessionStore } from '#app/session.ts'

/** What every address hangs from. */
export const root = createRootRouteWithContext<{ session: SessionStore }>()({ component: Root })

export const shell = lazyRouteComponent(() => import('#app/shell/shell.tsx'), 'Shell')
export const soon = lazyRouteComponent(() => import('#app/pages/soon-page.tsx'), 'SoonPage')
