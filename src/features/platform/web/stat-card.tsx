import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Card } from '#ui/card.tsx'

export type Stat = {
  label: string
  value: string
  note: string
  icon: LucideIcon
  /** Screen with the details, and the filters of its list. */
  to?: string
  search?: { state?: string; status?: string }
}

/** Card of one figure; all of it links to the screen with the details. */
export function StatCard({ label, value, note, icon: Icon, to, search }: Stat) {
  return (
    <li className="grid grid-cols-1">
      <Card className="relative grid grid-cols-[minmax(0,1fr)_auto] content-start gap-x-3 gap-y-1 p-4 has-[a:hover]:border-line-strong sm:p-5">
        <h2 className="text-ink-soft">
          {to === undefined ? (
            label
          ) : (
            <Link
              to={to}
              {...(search && { search })}
              className="rounded-sm after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-accent"
            >
              {label}
            </Link>
          )}
        </h2>
        <Icon aria-hidden="true" className="size-5 text-ink-faint" />
        <p className="figures col-span-2 font-semibold text-2xl">{value}</p>
        <p className="col-span-2 text-ink-faint text-sm">{note}</p>
      </Card>
    </li>
  )
}
