import type { ReactNode } from 'react'
import { type Tone, toneClasses } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { unbroken } from '#ui/unbroken.tsx'

/** List of events, in the order of their children. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="grid grid-cols-1">
      {children}
    </ol>
  )
}

type TimelineItemProps = {
  tone: Tone
  icon: ReactNode
  title: ReactNode
  /** Time and author. */
  meta?: ReactNode
  children?: ReactNode
}

/** One event of a timeline: what happened, when and by whom. */
export function TimelineItem({ tone, icon, title, meta, children }: TimelineItemProps) {
  return (
    <li className="group relative grid grid-cols-[1.75rem_1fr] gap-x-3 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-8 bottom-1 left-[0.84375rem] w-px bg-line group-last:hidden"
      />
      <span
        className={classes('grid size-7 place-items-center rounded-full [&>svg]:size-3.5', toneClasses[tone])}
      >
        {icon}
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="font-medium">{unbroken(title)}</p>
        {meta && <p className="text-ink-faint text-xs">{unbroken(meta)}</p>}
        {children && <div className="mt-1.5 text-ink-soft">{unbroken(children)}</div>}
      </div>
    </li>
  )
}
