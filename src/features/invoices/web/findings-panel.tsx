import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { FindingWire } from '#features/invoices/wire/finding.ts'
import { classes } from '#ui/classes.ts'

type Findings = readonly FindingWire[]

const looks = {
  alarm: { Icon: TriangleAlert, tone: 'text-negative', word: 'Alarma: ' },
  doubt: { Icon: CircleAlert, tone: 'text-caution', word: 'Por comprobar: ' },
  note: { Icon: Info, tone: 'text-ink-faint', word: '' },
} as const

const order = Object.keys(looks)

/** Findings about an invoice, for a person to look at: alarms first. */
export function FindingsPanel({ findings }: { findings: Findings }) {
  if (findings.length === 0) return null
  const sorted = findings.toSorted((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight))
  return (
    <ul aria-label="Por comprobar" className="grid grid-cols-1 gap-1.5">
      {sorted.map(({ weight, text }) => (
        <Finding key={text} weight={weight} text={text} />
      ))}
    </ul>
  )
}

function Finding({ weight, text }: Findings[number]) {
  const { Icon, tone, word } = looks[weight]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={classes('mt-0.5 size-4 shrink-0', tone)} />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">{word}</span>
        {text}
      </span>
    </li>
  )
}
