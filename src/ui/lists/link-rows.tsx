import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type LinkRowsProps = {
  label: string
  /** Text when there are no rows. */
  none: string
  children: readonly ReactNode[]
}

/** Short list within a card: each row is a link. */
export function LinkRows({ label, none, children }: LinkRowsProps) {
  if (children.length === 0) return <p className="px-4 py-4 text-ink-soft sm:px-5">{none}</p>
  return (
    <ul aria-label={label} className="divide-y">
      {children}
    </ul>
  )
}

type LinkRowProps = {
  to: string
  search?: { readonly [name: string]: string }
  name: string
  /** Content at the end of the row: a figure. */
  end?: ReactNode
  children: ReactNode
}

/** Row of a short list, which is a link as a whole. */
export function LinkRow({ to, search = {}, name, end, children }: LinkRowProps) {
  return (
    <li className="relative flex items-center justify-between gap-3 px-4 py-3 transition-colors hover:bg-hover sm:px-5">
      <div className="min-w-0">
        <Link to={to} search={search} className="block font-medium after:absolute after:inset-0">
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">{children}</p>
      </div>
      {end}
    </li>
  )
}
