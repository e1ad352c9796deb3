import { Link } from '@tanstack/react-router'
import { Clock, TriangleAlert } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { isLongWait } from '#features/approvals/web/text.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { DocumentTypeIcon } from '#features/documents/web/document-type-badge.tsx'
import { documentAddress } from '#features/documents/web/text.ts'
import type { DocumentRowWire } from '#features/documents/wire.ts'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

type OrderLinesCardProps = {
  areaPath: string
  document: DocumentRowWire
  /** Waiting time, in days (`days`) and in words (`waiting`). */
  days: number
  waiting: string
  isChosen: boolean
  /**
   * Selects the order to be shown beside the list; undefined on narrow screens, where the link opens the order's
   * page.
   */
  onChoose: ((documentId: string) => void) | undefined
  /** Mark for bulk approval, and its handler; absent where it is not offered. */
  isMarked?: boolean
  onMark?: (documentId: string, isRange: boolean) => void
  children?: ReactNode
}

/** An order that waits for somebody, in two lines. Memoised: a new selection renders only two rows. */
export const DocumentLinesCard = memo((props: OrderLinesCardProps) => {
  const { areaPath, document, days, waiting, isChosen, onChoose, isMarked = false, onMark, children } = props
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen && place.current) keepInSight(place.current)
  }, [isChosen])
  return (
    <li
      ref={place}
      className={classes(
        'relative px-4 py-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2',
        isChosen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <div className="flex items-center justify-between gap-3">
        <div className="flex min-w-0 items-center gap-2">
          {onMark && (
            <Mark
              label={`Elegir ${document.id}`}
              isMarked={isMarked}
              onMark={isRange => onMark(document.id, isRange)}
            />
          )}
          <Name
            to={documentAddress(areaPath, document)}
            id={document.id}
            isChosen={isChosen}
            onChoose={onChoose}
          >
            <DocumentTypeIcon type={document.type} />
            <span className="truncate">{document.name}</span>
          </Name>
        </div>
        <Money value={document.amount} className="font-semibold" />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-xs">
        <p className="min-w-0 truncate text-ink-faint">
          {document.creditedId && `${kindText(document)} · `}
          {document.providerName} · {document.projectName}
        </p>
        <Waiting isLate={isLongWait(days)}>{waiting}</Waiting>
      </div>
      {children}
    </li>
  )
})

type MarkProps = { label: string; isMarked: boolean; onMark: (isRange: boolean) => void }

/** Checkbox above the row's link, which covers the whole row. */
function Mark({ label, isMarked, onMark }: MarkProps) {
  return (
    <label className="relative z-1 -my-1 -mr-1 -ml-1 grid size-6 shrink-0 place-items-center touch:-my-3 touch:-ml-3 touch:size-11">
      <input
        type="checkbox"
        aria-label={label}
        checked={isMarked}
        onChange={({ nativeEvent }) => onMark(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4 accent-accent touch:size-5"
      />
    </label>
  )
}

type NameProps = {
  to: string
  id: string
  isChosen: boolean
  onChoose: OrderLinesCardProps['onChoose']
  children: ReactNode
}

const nameClasses = 'flex min-w-0 items-center gap-2 font-medium outline-none after:absolute after:inset-0'

/**
 * Link of a row. A plain `a` where the list has a detail pane: two hundred links of the router would all render at
 * every step.
 */
function Name({ to, id, isChosen, onChoose, children }: NameProps) {
  if (onChoose === undefined) {
    return (
      <Link to={to} className={nameClasses}>
        {children}
      </Link>
    )
  }
  const choose = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onChoose(id)
  }
  return (
    <a href={to} onClick={choose} aria-current={isChosen ? 'true' : undefined} className={nameClasses}>
      {children}
    </a>
  )
}

/** Scrolls the row into view inside its list; the page does not scroll. */
function keepInSight(row: HTMLElement) {
  const list = row.closest('section')
  if (list === null) return
  const [inner, outer] = [row.getBoundingClientRect(), list.getBoundingClientRect()]
  const bottom = Math.min(outer.bottom, innerHeight)
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > bottom) list.scrollTop += inner.bottom - bottom
}

function Waiting({ isLate, children }: { isLate: boolean; children: string }) {
  const Icon = isLate ? TriangleAlert : Clock
  return (
    <p
      className={classes(
        'flex shrink-0 items-center gap-1',
        isLate ? 'font-medium text-negative' : 'text-ink-faint',
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {children}
    </p>
  )
}
