import { type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from '#ui/hooks/use-media.ts'

/** Whether a list and what is chosen in it fit side by side. */
export const useIsWide = () => useMedia('(width >= 64rem)')

type ListAndDetailProps = { label: string; list: ReactNode; children: ReactNode }

/** A list that stays in sight on the left of what is chosen in it. */
export function ListAndDetail({ label, list, children }: ListAndDetailProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
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

type DetailProps = { id: string; label: string; children: ReactNode }

/** What is chosen. When it changes, it is seen from its beginning, and the focus is not lost with the former one. */
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
