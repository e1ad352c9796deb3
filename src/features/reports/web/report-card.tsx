import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'

type ReportCardProps = {
  title: string
  /** Link to the screen with the whole list. */
  all?: { to: string; label: string; search?: { state?: string; status?: string } }
  action?: ReactNode
  children: ReactNode
}

/** Card of a dashboard: a title, a short answer, and the link to the whole. */
export function ReportCard({ title, all, action, children }: ReportCardProps) {
  return (
    <Card aria-label={title} className="min-w-0 overflow-hidden">
      <header className="flex min-h-12 items-center justify-between gap-3 border-b py-1.5 pr-2 pl-4 sm:pl-5">
        <h2 className="font-semibold text-base">{title}</h2>
        {all && (
          <LinkButton
            to={all.to}
            {...(all.search && { search: all.search })}
            variant="quiet"
            size="sm"
            aria-label={`${all.label}: ${title}`}
          >
            {all.label}
          </LinkButton>
        )}
        {action}
      </header>
      {children}
    </Card>
  )
}
