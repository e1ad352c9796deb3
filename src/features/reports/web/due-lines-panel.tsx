import type { DueStanding } from '#features/reports/rules/calendar.ts'
import { dueStandings } from '#features/reports/rules/calendar.ts'
import { standingLabel } from '#features/reports/text/calendar.ts'
import type { DueLineWire } from '#features/reports/wire/calendar.ts'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

/** Look of each standing: never the only sign of it. */
const look: { readonly [standing in DueStanding]: string } = {
  overdue: 'bg-negative-solid',
  approved: 'bg-positive-solid',
  pending: 'bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_2px,transparent_2px_5px)]',
}

/** Sums of payments by how they stand, in words and amounts; inline, so that they stand in buttons too. */
export function DueLinesPanel({ lines }: { lines: readonly DueLineWire[] }) {
  const shown = lines.flatMap(line =>
    dueStandings
      .filter(standing => line[standing].count > 0)
      .map(standing => ({ standing, currency: line.currency, amount: line[standing].amount })),
  )
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {shown.map(({ standing, currency, amount }) => (
        <span
          key={`${standing} ${currency}`}
          className={classes(
            'inline-flex flex-wrap items-center gap-x-1.5',
            standing === 'overdue' ? 'text-negative' : 'text-ink-soft',
          )}
        >
          <span aria-hidden="true" className={classes('swatch size-2.5 rounded-sm', look[standing])} />
          {standingLabel[standing]} <Money value={amount} className="font-medium" />
        </span>
      ))}
    </span>
  )
}
