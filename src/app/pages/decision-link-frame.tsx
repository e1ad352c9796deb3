import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useImpersonation } from '#app/impersonation.ts'
import { product } from '#app/product.ts'
import { CompanyZone } from '#app/shell/company-zone.tsx'
import { ConnectionBanner } from '#app/shell/connection-banner.tsx'
import { useLiveUpdates } from '#app/shell/use-live-updates.ts'
import { useArea } from '#app/use-area.ts'
import { BrandMark } from '#ui/brand.tsx'
import { queryClient } from '#ui/query-client.ts'
import { XmlViewerContext } from '#ui/xml-viewer-context.ts'

const XmlViewer = lazy(async () => ({
  default: (await import('#features/invoices/web/invoice-panel.tsx')).InvoicePanel,
}))

/** Frame around an order that a mail leads to: the mark and the person, and no menu. */
export function DecisionLinkFrame({ children }: { children: ReactNode }) {
  const { user } = useArea()
  const isImpersonating = useImpersonation() !== null
  useLiveUpdates(user, isImpersonating)
  return (
    // The content security policy refuses style elements, which the dialogs' library would add.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <CompanyZone user={user}>
          <header className="border-b bg-surface">
            <div className="mx-auto flex min-h-14 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
              <p className="flex shrink-0 items-center gap-2 font-semibold">
                <BrandMark className="size-7" />
                {product}
              </p>
              <p className="min-w-0 truncate text-ink-soft text-sm">
                {isImpersonating ? `Ves esto como ${user.name}` : user.name}
              </p>
            </div>
            <ConnectionBanner />
          </header>
          <main className="mx-auto max-w-6xl px-4 py-5 sm:px-6">
            <XmlViewerContext value={XmlViewer}>{children}</XmlViewerContext>
          </main>
        </CompanyZone>
      </QueryClientProvider>
    </CSPProvider>
  )
}
