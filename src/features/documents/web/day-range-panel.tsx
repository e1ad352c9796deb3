import { use } from 'react'
import { periods } from '#features/documents/rules/periods.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { DateField } from '#ui/fields/date-field.tsx'
import { ZoneContext } from '#ui/time.tsx'

type DayRangePanelProps = {
  /** Event of these days: 'Creado'. */
  title: string
  from: string
  to: string
  fromError: string | undefined
  toError: string | undefined
  onChange: (range: { from: string; to: string }) => void
}

/** First and last day of a filter, both included, with the usual periods at one press. */
export function DayRangePanel({ title, from, to, fromError, toError, onChange }: DayRangePanelProps) {
  const today: Day = dayFromInstant(new Date(), use(ZoneContext))
  return (
    <fieldset className="col-span-full grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2">
      <legend className="sr-only">{title}</legend>
      <DateField
        label={`${title} desde`}
        value={from}
        error={fromError}
        onChange={next => onChange({ from: next, to })}
      />
      <DateField
        label={`${title} hasta`}
        value={to}
        error={toError}
        onChange={next => onChange({ from, to: next })}
      />
      <div className="col-span-full flex flex-wrap gap-x-3 gap-y-1">
        {periods.map(({ label, days }) => (
          <button
            key={label}
            type="button"
            onClick={() => onChange(days(today))}
            className="min-h-6 rounded-sm font-medium text-accent text-xs hover:underline touch:min-h-11 touch:px-1"
          >
            {label}
            <span className="sr-only">, {title}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
