import { useState } from 'react'
import {
  type Money as Amount,
  basisPoints,
  compare,
  minorToText,
  money,
  powerOfTen,
  zero,
} from '#kernel/money.ts'
import { classes } from '#ui/classes.ts'
import { Money, moneyLabel } from '#ui/money.tsx'

export type BarGroup = {
  /** Short name under the bars, where there is little room. */
  label: string
  /** Full name, for a pointer and for screen readers. */
  name: string
  /** One amount per series. */
  values: readonly Amount[]
}

type BarChartProps = {
  /** Subject of the chart. */
  label: string
  /** Heading of the groups: 'Mes'. */
  groupedBy: string
  series: readonly { readonly label: string; readonly total: Amount }[]
  groups: readonly BarGroup[]
}

/** Amounts of one currency side by side: as bars, and as a table for screen readers. */
export function BarChart({ label, groupedBy, series, groups }: BarChartProps) {
  return (
    <figure className="relative grid grid-cols-1 gap-3">
      <figcaption className="sr-only">{label}</figcaption>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {series.map(({ label: name, total }, index) => (
          <li key={name} className="flex items-center gap-2 text-ink-soft">
            <span
              aria-hidden="true"
              className={classes('swatch size-2.5 rounded-sm', seriesClasses[index]?.legend)}
            />
            {name} <Money value={total} className="font-medium text-ink" />
          </li>
        ))}
      </ul>
      <Bars label={label} series={series} groups={groups} />
      {/* A table takes the width of its words however small it is told to be: what holds it is small instead. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{groupedBy}</th>
              {series.map(({ label: name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {values.map((value, index) => (
                  <td key={series[index]?.label}>
                    <Money value={value} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const seriesClasses = [
  { legend: 'bg-accent', bar: 'fill-accent' },
  { legend: 'bg-line-strong', bar: 'fill-line-strong' },
]
const [groupWidth, height, gap] = [20, 100, 3]

/** Bars; the amounts of the group under the pointer stand below them. Who reads no picture has the table. */
function Bars({ label, series, groups }: Omit<BarChartProps, 'groupedBy'>) {
  const [pointed, setPointed] = useState<BarGroup | null>(null)
  const top = scaleTop(groups.flatMap(({ values }) => values))
  if (top === null) return null
  return (
    <div aria-hidden="true" className="grid grid-cols-1 gap-1.5">
      <div className="relative">
        <ScaleLine className="top-0" amount={top} />
        <ScaleLine className="top-1/2" amount={money(top.minor / 2n, top.currency)} />
        <svg
          viewBox={`0 0 ${groupWidth * groups.length} ${height}`}
          preserveAspectRatio="none"
          className="relative h-44 w-full border-b"
        >
          <title>{label}</title>
          {groups.map((group, index) => (
            <Group key={group.name} group={group} left={index * groupWidth} top={top} onPoint={setPointed} />
          ))}
        </svg>
      </div>
      <ol className="flex text-center text-2xs text-ink-faint">
        {groups.map(({ name, label }) => (
          <li key={name} className="flex-1">
            {label}
          </li>
        ))}
      </ol>
      <p className="figures min-h-5 text-ink-soft text-xs">{pointed && groupText(pointed, series)}</p>
    </div>
  )
}

const groupText = ({ name, values }: BarGroup, series: BarChartProps['series']): string =>
  `${name}: ${values.map((value, index) => `${series[index]?.label} ${moneyLabel(value)}`).join(' · ')}`

function ScaleLine({ amount, className }: { amount: Amount; className: string }) {
  return (
    <p className={classes('absolute inset-x-0 border-t border-dashed text-2xs text-ink-faint', className)}>
      <span className="pt-0.5">
        <Money value={amount} />
      </span>
    </p>
  )
}

type GroupProps = {
  group: BarGroup
  left: number
  top: Amount
  onPoint: (group: BarGroup | null) => void
}

function Group({ group, left, top, onPoint }: GroupProps) {
  const width = (groupWidth - 2 * gap) / group.values.length
  return (
    <g onPointerEnter={() => onPoint(group)} onPointerLeave={() => onPoint(null)} className="group">
      <rect
        x={left}
        y={0}
        width={groupWidth}
        height={height}
        className="fill-transparent group-hover:fill-hover"
      />
      {group.values.map((value, index) => {
        // A month that gave back more than it took has no bar: its amount is in words.
        const barHeight = Math.max(0, ((basisPoints(value, top) ?? 0) / 10_000) * height)
        return (
          <rect
            key={seriesClasses[index]?.bar}
            x={left + gap + index * width}
            y={height - barHeight}
            width={width - 0.75}
            height={barHeight}
            className={seriesClasses[index]?.bar}
          />
        )
      })}
    </g>
  )
}

/** Round amount at the top of the scale, not below any value and at most half above the highest; null without values. */
export function scaleTop(values: readonly Amount[]): Amount | null {
  const [first] = values
  if (!first) return null
  const most = values.reduce((max, value) => (compare(value, max) > 0 ? value : max), zero(first.currency))
  const digits = powerOfTen(Math.max(0, minorToText(most.minor).length - 1))
  const minor = tenths.map(step => (step * digits) / 10n).find(step => step >= most.minor) ?? 10n * digits
  return money(minor, first.currency)
}

const tenths = [10n, 15n, 20n, 25n, 30n, 40n, 50n, 60n, 80n]
