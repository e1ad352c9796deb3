import { type Day, daysBetween, formatDay } from '#kernel/day.ts'
import { type Money as Amount, add, basisPoints, compare, zero } from '#kernel/money.ts'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'

export type Step = {
  readonly day: Day
  /** One amount per series, stacked in this order. */
  readonly values: readonly Amount[]
  /** Limit that their sum should not exceed. */
  readonly limit: Amount
}

type StepChartProps = {
  /** Subject of the chart. */
  label: string
  series: readonly string[]
  limit: string
  /** Days with a change, in order; each step lasts until the next. */
  steps: readonly Step[]
}

/** Amounts of one currency over days, stacked; a table below has the figures, for everybody. */
export function StepChart({ label, series, limit, steps }: StepChartProps) {
  const [first, last] = [steps[0], steps.at(-1)]
  const top = highestAmount(steps)
  if (!first || !last || top === null) return null
  return (
    <figure className="grid grid-cols-1 gap-2">
      <figcaption className="sr-only">{label}</figcaption>
      <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {series.map((name, index) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={classes('size-2.5 rounded-sm', seriesClasses[index]?.legend)} />
            {name}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span className="w-3 border-ink-faint border-t border-dashed" />
          {limit}
        </li>
      </ul>
      <svg
        aria-hidden="true"
        viewBox={`0 -2 ${countDays(steps)} ${height + 2}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b"
      >
        {series.map((name, index) => (
          <path key={name} d={areaPath(steps, index, top)} className={seriesClasses[index]?.area} />
        ))}
        <path
          d={`M${stepCorners(steps, step => heightFor(step.limit, top)).join(' L')}`}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="4 3"
          className="fill-none stroke-ink-faint"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-2xs text-ink-faint">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
      </p>
      <StepTable label={label} series={series} limit={limit} steps={steps} />
    </figure>
  )
}

function StepTable({ label, series, limit, steps }: StepChartProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-accent hover:underline touch:py-3">
        Ver las cifras
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mt-2 max-h-72 overflow-auto">
        <table className="w-full text-right">
          <thead>
            <tr className="text-ink-faint text-xs">
              <th scope="col" className="py-1 pr-3 text-left font-normal">
                Día
              </th>
              {[...series, limit].map(name => (
                <th key={name} scope="col" className="py-1 pl-3 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map(({ day, values, limit: most }) => (
              <tr key={day} className="border-t">
                <th scope="row" className="figures py-1 pr-3 text-left font-normal">
                  {formatDay(day)}
                </th>
                {[...values, most].map((value, index) => (
                  <td key={series[index] ?? limit} className="py-1 pl-3">
                    <Money value={value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

const height = 100
const seriesClasses = [
  { legend: 'bg-positive-solid', area: 'fill-positive-solid' },
  { legend: 'bg-positive-solid opacity-65', area: 'fill-positive-solid opacity-65' },
  { legend: 'bg-line-strong opacity-50', area: 'fill-line-strong opacity-50' },
]

const sumAmounts = (values: readonly Amount[]): Amount => {
  const [first, ...more] = values
  if (!first) throw new Error('a step without amounts')
  return more.reduce((sum, value) => add(sum, value), first)
}

/** Highest amount of the drawing; null when there is nothing to draw. */
function highestAmount(steps: readonly Step[]): Amount | null {
  const all = steps.flatMap(step => [step.limit, sumAmounts(step.values)])
  const [first, ...more] = all
  const most = first && more.reduce((max, amount) => (compare(amount, max) > 0 ? amount : max), first)
  return most && most.minor > 0n ? most : null
}

const heightFor = (amount: Amount, top: Amount): number =>
  compare(amount, zero(amount.currency)) < 0 ? 0 : ((basisPoints(amount, top) ?? 0) / 10_000) * height

/** Days of the drawing, at least one, so that the last day is visible. */
const countDays = (steps: readonly Step[]): number => {
  const [first, last] = [steps[0], steps.at(-1)]
  return first && last ? daysBetween(first.day, last.day) + 1 : 1
}

/** Corners of a line that keeps its height from each day to the next. */
function stepCorners(steps: readonly Step[], heightOf: (step: Step) => number): string[] {
  const [first] = steps
  if (!first) return []
  return steps.flatMap((step, index) => {
    const next = steps[index + 1]
    const y = height - heightOf(step)
    const until = next ? daysBetween(first.day, next.day) : countDays(steps)
    return [`${daysBetween(first.day, step.day)} ${y}`, `${until} ${y}`]
  })
}

function areaPath(steps: readonly Step[], index: number, top: Amount): string {
  const upTo = (count: number) => (step: Step) =>
    count === 0 ? 0 : heightFor(sumAmounts(step.values.slice(0, count)), top)
  const roof = stepCorners(steps, upTo(index + 1))
  const floor = stepCorners(steps, upTo(index))
  return `M${[...roof, ...floor.toReversed()].join(' L')} Z`
}
