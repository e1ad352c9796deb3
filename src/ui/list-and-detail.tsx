import type { ReactNode } from 'react'
import { useMedia } from '#ui/use-media.ts'

/** Whether a list and what is chosen in it fit side by side. */
export const useIsWide = () => useMedia('(width >= 64rem)')

type ListAndDetailProps = { label: string; list: ReactNode; children: ReactNode }

/** A list that stays in sight on the left of what is chosen in it. */
export function ListAndDetail({ label, list, children }: ListAndDetailProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]">
      <section
        aria-label={label}
        className="rounded-xl border bg-surface lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
      >
        {list}
      </section>
      {children}
    </div>
  )
}
