import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { mondayOn } from '#features/reports/rules/calendar.ts'
import {
  dayLabel,
  dayName,
  type Shown,
  shownFromText,
  shownQuery,
  shownTitle,
  textFromShown,
  weekLabel,
} from '#features/reports/text/calendar.ts'
import { calendarQuery } from '#features/reports/web/calendar-queries.ts'
import { DueLinesPanel } from '#features/reports/web/due-lines-panel.tsx'
import { DuePaymentsCard } from '#features/reports/web/due-payments-card.tsx'
import type { CalendarWire, DueLineWire } from '#features/reports/wire/calendar.ts'
import { addDays, type Day, dayFrom, formatDay } from '#kernel/day.ts'
import { Button } from '#ui/button.tsx'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { HelpLink } from '#ui/help-link.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { EmptyState } from '#ui/states.tsx'

export type CalendarSearch = { from?: string | undefined; show?: string | undefined }

type CalendarPanelProps = {
  areaPath: string
  search: CalendarSearch
  onSearch: (change: CalendarSearch) => void
}

/** Four weeks of payments by day, what lies outside of them, and the payments of the part that is chosen. */
export function CalendarPanel({ areaPath, search, onSearch }: CalendarPanelProps) {
  const query = useQuery(calendarQuery(dayFrom(search.from ?? '') ?? undefined))
  const documents: string = `${areaPath}/documents`
  return (
    <Loaded query={query} skeleton={<SkeletonRows label="Cargando el calendario" />}>
      {calendar =>
        calendar.total.length === 0 ? (
          <Card>
            <EmptyState
              icon={<CalendarDays />}
              title="No hay pagos pendientes"
              action={<LinkButton to={documents}>Ver los documentos</LinkButton>}
            >
              Un pago aparece aquí desde que se envía a aprobar hasta que se confirma, en el día en que vence.{' '}
              <HelpLink task="remesa-sepa" />
            </EmptyState>
          </Card>
        ) : (
          <Weeks areaPath={areaPath} calendar={calendar} search={search} onSearch={onSearch} />
        )
      }
    </Loaded>
  )
}

type WeeksProps = CalendarPanelProps & { calendar: CalendarWire }

function Weeks({ areaPath, calendar, search, onSearch }: WeeksProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const shown = shownFromText(search.show) ?? firstShown(calendar)
  const show = (next: Shown) => onSearch({ show: textFromShown(next) })
  const isShown = (part: Shown) => textFromShown(part) === textFromShown(shown)
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card aria-labelledby="calendar-title">
        <CardHeader
          id="calendar-title"
          title={`Del ${formatDay(calendar.from)} al ${formatDay(calendar.until)}`}
          note={
            calendar.isWhole ? 'Pagos de toda la empresa.' : 'Pagos de los proyectos en los que ejecutas.'
          }
          actions={<Steps from={calendar.from} onSearch={onSearch} />}
        />
        <CardBody className="grid grid-cols-1 gap-4">
          <p className="grid grid-cols-1 gap-1">
            <span className="font-medium">Todo lo que queda por pagar</span>
            <DueLinesPanel lines={calendar.total} />
          </p>
          <div className="grid grid-cols-1 gap-2 lg:grid-cols-3">
            {outside.map(({ kind, label }) => (
              <PartButton
                key={kind}
                lines={calendar[kind]}
                isOn={isShown({ kind })}
                onClick={() => show({ kind })}
              >
                {label}
              </PartButton>
            ))}
          </div>
          {calendar.weeks.map(week => (
            <Week key={week.from} week={week} today={calendar.today} isShown={isShown} onShow={show} />
          ))}
        </CardBody>
      </Card>
      <DuePaymentsCard
        key={textFromShown(shown)}
        areaPath={areaPath}
        title={shownTitle(shown, calendar)}
        query={shownQuery(shown, calendar)}
        chosen={chosen}
        onChoose={setChosen}
      />
    </div>
  )
}

const outside = [
  { kind: 'before', label: 'Antes' },
  { kind: 'after', label: 'Después' },
  { kind: 'undated', label: 'Sin vencimiento' },
] as const

/** Part that is listed until the person chooses: the first one, from the days before on, in which a payment is due. */
function firstShown({ before, weeks, undated, after, today }: CalendarWire): Shown {
  if (before.length > 0) return { kind: 'before' }
  const monday = mondayOn(knownDay(today))
  const week = weeks.find(({ from, lines }) => from >= monday && lines.length > 0)
  if (week) return { kind: 'week', day: knownDay(week.from) }
  if (undated.length > 0) return { kind: 'undated' }
  if (after.length > 0) return { kind: 'after' }
  return { kind: 'week', day: knownDay(weeks[0]?.from ?? today) }
}

function knownDay(text: string): Day {
  const day = dayFrom(text)
  if (day === null) throw new Error(`not a day: ${text}`)
  return day
}

function Steps({ from, onSearch }: { from: string; onSearch: WeeksProps['onSearch'] }) {
  const go = (weeks: number) => onSearch({ from: addDays(knownDay(from), weeks * 7), show: undefined })
  return (
    <>
      <Button
        size="icon"
        icon={<ChevronLeft aria-hidden="true" />}
        aria-label="Cuatro semanas antes"
        onClick={() => go(-4)}
      />
      <Button onClick={() => onSearch({ from: undefined, show: undefined })}>Hoy</Button>
      <Button
        size="icon"
        icon={<ChevronRight aria-hidden="true" />}
        aria-label="Cuatro semanas después"
        onClick={() => go(4)}
      />
    </>
  )
}

type PartProps = {
  week: CalendarWire['weeks'][number]
  today: string
  isShown: (part: Shown) => boolean
  onShow: (part: Shown) => void
}

/** A week and its days; below a laptop's width the days are a list, without those on which nothing is due. */
function Week({ week, today, isShown, onShow }: PartProps) {
  const part: Shown = { kind: 'week', day: knownDay(week.from) }
  return (
    <section aria-label={`Semana del ${formatDay(week.from)}`} className="grid grid-cols-1 gap-1.5">
      <PartButton lines={week.lines} isOn={isShown(part)} onClick={() => onShow(part)}>
        {weekLabel(week.from, week.until)}
      </PartButton>
      <ul className="grid grid-cols-1 gap-1.5 lg:grid-cols-7">
        {week.days.map(({ day, lines }) => {
          const one: Shown = { kind: 'day', day: knownDay(day) }
          return (
            <li
              key={day}
              aria-current={day === today ? 'date' : undefined}
              className={classes('grid grid-cols-1', lines.length === 0 && 'max-lg:hidden')}
            >
              <PartButton lines={lines} isOn={isShown(one)} onClick={() => onShow(one)}>
                <span aria-hidden="true">{dayLabel(day)}</span>
                <span className="sr-only">{dayName(day)}</span>
                {day === today && <span className="font-semibold text-accent"> · hoy</span>}
              </PartButton>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type PartButtonProps = {
  lines: readonly DueLineWire[]
  isOn: boolean
  onClick: () => void
  children: ReactNode
}

/** Part of the calendar with its sums; a button where anything is due. */
function PartButton({ lines, isOn, onClick, children }: PartButtonProps) {
  const box = 'grid grid-cols-1 content-start gap-1 rounded-md border px-3 py-2 text-left'
  if (lines.length === 0)
    return <p className={classes(box, 'border-dashed text-ink-faint text-sm')}>{children}</p>
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classes(
        box,
        'printed min-h-9 transition-colors hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft touch:min-h-11',
      )}
    >
      <span className="font-medium">{children}</span>
      <DueLinesPanel lines={lines} />
    </button>
  )
}
