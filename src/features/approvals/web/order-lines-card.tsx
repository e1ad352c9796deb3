import { Link } from '@tanstack/react-router'
import { Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isLongWait } from '#features/approvals/web/text.ts'
import { DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

type OrderLinesCardProps = {
  base: string
  document: DocumentRowWire
  /** How long it has waited, in days and in words. */
  days: number
  waiting: string
  /** Beside what it opens, it is chosen by its address; alone, it opens the order's own page. */
  isWide: boolean
  isChosen: boolean
  children?: ReactNode
}

/** An order that waits for somebody, in two lines. */
export function OrderLinesCard(props: OrderLinesCardProps) {
  const { base, document, days, waiting, isWide, isChosen, children } = props
  const isLate = isLongWait(days)
  const Icon = isLate ? TriangleAlert : Clock
  const look = 'flex min-w-0 items-center gap-2 font-medium outline-none after:absolute after:inset-0'
  const name = (
    <>
      <DocumentTypeIcon type={document.type} />
      <span className="truncate">{document.name}</span>
    </>
  )
  return (
    <li
      className={classes(
        'relative px-4 py-3 transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2',
        isChosen && 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        {isWide ? (
          <Link
            to="."
            search={before => ({ ...before, doc: document.id })}
            replace
            resetScroll={false}
            aria-current={isChosen ? 'true' : undefined}
            className={look}
          >
            {name}
          </Link>
        ) : (
          <Link to={documentAddress(base, document)} className={look}>
            {name}
          </Link>
        )}
        <Money value={document.amount} className="font-semibold" />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-xs">
        <p className="min-w-0 truncate text-ink-faint">
          {document.providerName} · {document.projectName}
        </p>
        <p
          className={classes(
            'flex shrink-0 items-center gap-1',
            isLate ? 'font-medium text-negative' : 'text-ink-faint',
          )}
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {waiting}
        </p>
      </div>
      {children}
    </li>
  )
}
