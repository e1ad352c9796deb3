import type { ReactNode } from 'react'
import { type Money as Amount, add, basisPoints, compare, zero } from '#kernel/money.ts'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

type Part = { label: string; amount: Amount }

type ConsumptionBarProps = {
  /** Subject of the bar, for screen readers. */
  label: string
  total: Amount
  used: Part
  committed: Part
  /** Amount asked for but not granted: drawn after the others, never counted as consumed. */
  requested: Part
  /** Amount that would be added: drawn last. With it, percentage and warning are of the whole. */
  added?: Part
  /** Caption below: the remainder, or the excess. */
  caption: ReactNode
  /** True to list the amount of each part below the bar. */
  legend?: boolean
}

/** Consumption of a total: green up to 90 %, amber above, red beyond the whole. */
export function ConsumptionBar({
  label,
  total,
  used,
  committed,
  requested,
  added,
  caption,
  legend,
}: ConsumptionBarProps) {
  const consumed = add(used.amount, committed.amount)
  const withRequested = added ? add(add(consumed, requested.amount), added.amount) : consumed
  const tone = consumptionTone(consumed, total)
  const tellingTone = consumptionTone(withRequested, total)
  // Beyond the whole, the caption gives the excess. Source: specification, section 4.
  // Below zero where credit notes gave back more than was spent.
  const percent = Math.min(100, Math.max(0, (basisPoints(withRequested, total) ?? 0) / 100))
  const full = compare(withRequested, total) > 0 ? withRequested : total
  const parts = [
    { ...used, look: barClasses[tone] },
    { ...committed, look: classes(barClasses[tone], 'opacity-65') },
    {
      ...requested,
      look: 'bg-[repeating-linear-gradient(135deg,var(--color-line-strong)_0_2px,transparent_2px_5px)]',
    },
    ...(added ? [{ ...added, look: 'bg-accent' }] : []),
  ]
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a <meter> cannot show three parts */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent.toLocaleString('es-ES', { maximumFractionDigits: 1 })} %`}
        className="flex h-2 gap-px overflow-hidden rounded-full bg-line"
      >
        {parts.map(part => (
          <span
            key={part.label}
            title={part.label}
            className={classes('h-full', part.look)}
            style={{ width: `${Math.max(0, (basisPoints(part.amount, full) ?? 0) / 100)}%` }}
          />
        ))}
      </div>
      <div className={classes('flex flex-wrap justify-between gap-x-3 text-xs', textClasses[tellingTone])}>
        <span className="font-medium">{caption}</span>
        <span className="figures">{percent.toLocaleString('es-ES', { maximumFractionDigits: 1 })} %</span>
      </div>
      {legend && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
          {parts.map(part => (
            <li key={part.label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={classes('swatch size-2.5 rounded-sm', part.look)} />
              {part.label} <Money value={part.amount} className="font-medium text-ink" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type BarTone = 'positive' | 'caution' | 'negative'

/** Tone of a consumption: negative beyond the whole, caution above 90 %. */
export function consumptionTone(consumed: Amount, total: Amount): BarTone {
  if (compare(consumed, total) > 0) return 'negative'
  if (compare(consumed, zero(total.currency)) <= 0) return 'positive'
  return compare(times(consumed, 10n), times(total, 9n)) > 0 ? 'caution' : 'positive'
}

function times(amount: Amount, factor: bigint): Amount {
  return { minor: amount.minor * factor, currency: amount.currency }
}

const barClasses = {
  positive: 'bg-positive-solid',
  caution: 'bg-caution-solid',
  negative: 'bg-negative-solid',
} satisfies Record<BarTone, string>

const textClasses = {
  positive: 'text-ink-soft',
  caution: 'text-caution',
  negative: 'text-negative',
} satisfies Record<BarTone, string>
