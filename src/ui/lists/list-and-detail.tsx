import { type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from '#ui/hooks/use-media.ts'

/** True when a list and its selected row fit side by side. */
export const useIsWide = () => useMedia('(width >= 64rem)')

type ListAndDetailProps = { label: string; list: ReactNode; children: ReactNode }

/** List that stays in sight beside its selected row. */
export function ListAndDetail({ label, list, children }: ListAndDetailProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] min-[90rem]:grid-cols-[20rem_minmax(0,1fr)]">
      <section
        aria-label={label}
        data-ends-above-notices=""
        className="rounded-xl border bg-surface lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
      >
        {list}
      </section>
      {children}
    </div>
  )
}

type PlaceStatusProps = {
  /** Number of rows with what they are: '3 documentos pendientes'. */
  total: string
  /** Place of the selected row; -1 when there is none. */
  at: number
  /** Selected row in words. */
  row: string | undefined
}

/** Status that tells who does not see the screen which row is shown, whenever it is another. */
export function PlaceStatus({ total, at, row }: PlaceStatusProps) {
  return (
    <p role="status" className="sr-only">
      {row === undefined || at === -1 ? total : `${row}: ${at + 1} de ${total}`}
    </p>
  )
}

type DetailProps = { id: string; label: string; children: ReactNode }

/**
 * Selected row in detail. A new selection is shown from its beginning, and keeps the focus that was in the
 * former one.
 */
export function Detail({ id, label, children }: DetailProps) {
  const place = useRef<HTMLElement>(null)
  const shown = useRef(id)
  useEffect(() => {
    const here = place.current
    if (shown.current === id || here === null) return
    shown.current = id
    if (here.getBoundingClientRect().top < 0) here.scrollIntoView({ block: 'start' })
    if (document.activeElement === document.body) here.focus({ preventScroll: true })
  }, [id])
  return (
    <article
      ref={place}
      tabIndex={-1}
      aria-label={label}
      className="@container grid min-w-0 scroll-mt-18 grid-cols-1 gap-4 outline-none"
    >
      {children}
    </article>
  )
}
