import { Link } from '@tanstack/react-router'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { unbroken } from '#ui/unbroken.tsx'

export type Crumb = { label: string; to: string }

type PageHeaderProps = {
  title: ReactNode
  subtitle?: ReactNode
  /** Breadcrumbs, outermost first, without the page itself. */
  crumbs?: readonly Crumb[]
  /** Content beside the title: a status. */
  aside?: ReactNode
  actions?: ReactNode
}

/** Heading of a screen: breadcrumbs, title, subtitle and actions. */
export function PageHeader({ title, subtitle, crumbs, aside, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 grid grid-cols-1 gap-2">
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0 font-semibold text-2xl tracking-tight">{unbroken(title)}</h1>
            {aside}
          </div>
          {subtitle && <p className="mt-1 text-ink-soft">{unbroken(subtitle)}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:*:whitespace-nowrap">
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}

/** Breadcrumbs; on a phone only the last one, as a link back. */
function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const last = crumbs.at(-1)
  return (
    <nav aria-label="Ruta" className="text-ink-soft text-sm">
      {last && (
        <Link
          to={last.to}
          activeOptions={{ exact: true }}
          className="inline-flex min-h-6 items-center gap-1 hover:text-ink sm:hidden touch:min-h-11"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          {last.label}
        </Link>
      )}
      <ol className="flex flex-wrap items-center gap-1 max-sm:hidden">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to} className="flex items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5 text-ink-faint" aria-hidden="true" />}
            <Link
              to={crumb.to}
              activeOptions={{ exact: true }}
              className="inline-flex min-h-6 items-center rounded-sm hover:text-ink hover:underline"
            >
              {crumb.label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
