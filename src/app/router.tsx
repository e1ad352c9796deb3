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
  // It is a whole screen: not one inside of an area's.
  notFoundMode: 'root',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the window is called; the deepest one counts. */
    title?: string
  }
  interface HistoryState {
    /** Where the person wanted to go before having to sign in. */
    origin?: string
  }
}
