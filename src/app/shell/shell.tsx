import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useImpersonation } from '#app/impersonation.ts'
import { owesFactor } from '#app/owed-factor.ts'
import { useSession } from '#app/session.ts'
import { CompanyZone } from '#app/shell/company-zone.tsx'
import { ConnectionBanner } from '#app/shell/connection-banner.tsx'
import { Header } from '#app/shell/header.tsx'
import { useStopImpersonating } from '#app/shell/impersonating.ts'
import { ListKeys } from '#app/shell/list-keys.tsx'
import { useMissingSteps } from '#app/shell/missing-steps.ts'
import { SampleZone } from '#app/shell/sample-zone.tsx'
import { SideMenu } from '#app/shell/side-menu.tsx'
import { useLiveUpdates } from '#app/shell/use-live-updates.ts'
import { useSignOut } from '#app/shell/use-sign-out.tsx'
import { type Area, roleAreas } from '#kernel/actor.ts'
import { classes } from '#ui/classes.ts'
import { isUnderDialog } from '#ui/dialogs/layers.ts'
import { late } from '#ui/late.ts'
import { queryClient } from '#ui/query-client.ts'
import { XmlViewerContext } from '#ui/xml-viewer-context.ts'

const ImpersonationBanner = late(
  async () => (await import('#app/shell/impersonation-banner.tsx')).ImpersonationBanner,
)
const NoCompany = late(async () => (await import('#app/shell/no-company.tsx')).NoCompany)
const XmlViewer = late(async () => (await import('#features/invoices/web/invoice-panel.tsx')).InvoicePanel)
const ReleaseFooter = late(async () => (await import('#app/shell/release-footer.tsx')).ReleaseFooter)

/** Frame around every screen of a signed-in person. */
export function Shell() {
  const state = useSession()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const main = useFocusOnArrival()
  const impersonation = useImpersonation()
  const stopImpersonating = useStopImpersonating()
  const { signOut, question: signOutQuestion } = useSignOut()
  const user = state.kind === 'in' ? (impersonation?.user ?? state.user) : null
  // An order that a mail leads to stands alone, in no area.
  const isAlone = path === '/decidir'
  const area = (isAlone && user && roleAreas[user.role][0]) || areaFromPath(path)
  useMissingSteps(area)
  useLiveUpdates(owesFactor(user) ? null : user, impersonation !== null)
  if (user === null) return null

  return (
    // The content security policy refuses style elements, which the dialogs' library would add.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <CompanyZone user={user}>
          <a
            href="#contenido"
            className="sr-only z-50 rounded-md bg-accent text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2"
          >
            Saltar al contenido
          </a>
          <div
            className={classes(
              'grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr]',
              !isAlone && 'lg:grid-cols-[16rem_1fr]',
            )}
          >
            {!isAlone && <SideMenu area={area} className="row-span-2 max-lg:hidden" />}
            <Header user={user} area={area} onSignOut={signOut} isAlone={isAlone}>
              <ConnectionBanner />
              <SampleZone user={user} isImpersonating={impersonation !== null} />
              {impersonation && (
                <Suspense fallback={<p className="h-12 bg-caution-soft" />}>
                  <ImpersonationBanner
                    impersonation={impersonation}
                    onStopImpersonating={stopImpersonating}
                  />
                </Suspense>
              )}
            </Header>
            <main ref={main} id="contenido" tabIndex={-1} className="group/main min-w-0 outline-none">
              <ListKeys area={area} onSignOut={signOut} />
              {signOutQuestion}
              <div className="mx-auto max-w-[88rem] px-4 py-6 sm:px-6 lg:px-8">
                <XmlViewerContext value={XmlViewer}>
                  {user.role === 'admin_saas' && area !== 'admin_saas' ? (
                    <Suspense fallback={null}>
                      <NoCompany />
                    </Suspense>
                  ) : (
                    <Outlet />
                  )}
                </XmlViewerContext>
              </div>
              {area === 'admin_saas' && (
                <Suspense fallback={null}>
                  <ReleaseFooter />
                </Suspense>
              )}
            </main>
          </div>
        </CompanyZone>
      </QueryClientProvider>
    </CSPProvider>
  )
}

/** Moves the focus to the beginning of each new screen, for the keyboard and the screen reader; returns the ref of `main`. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const lastPath = useRef(path)
  useEffect(() => {
    // A screen that loads late takes no focus from a dialog that was opened meanwhile.
    if (path !== lastPath.current && !isUnderDialog()) main.current?.focus({ preventScroll: true })
    lastPath.current = path
  }, [path])
  return main
}

/** Area that an address begins with; that of clients for every other. */
function areaFromPath(path: string): Area {
  const [, name] = path.split('/')
  return name === 'empresa' || name === 'provider' || name === 'admin_saas' ? name : 'client'
}
