/** Router of the browser's program, and what a route and an entry of the history may carry. */
import { createRouter } from '@tanstack/react-router'
import { ErrorPage } from '#app/pages/error-page.tsx'
import { NotFoundPage } from '#app/pages/not-found-page.tsx'
import { routeTree } from '#app/routes.tsx'
import { session } from '#app/session.ts'

export const router = createRouter({
  routeTree,
  context: { session },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  // The not-found page is a whole screen, not one inside an area.
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** Title of the window; the deepest route's counts. */
    title?: string
  }
  interface HistoryState {
    /** Address that the person wanted before having to sign in. */
    returnTo?: string
    /** True when their session ended meanwhile. */
    hasEnded?: boolean
  }
}
