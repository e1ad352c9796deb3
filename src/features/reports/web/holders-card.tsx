import { Link } from '@tanstack/react-router'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { documentAddress } from '#features/documents/web/text.ts'
import { waitAge } from '#features/reports/rules.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import type { CompanyReportWire, HolderWire } from '#features/reports/wire.ts'
import { counted } from '#kernel/text.ts'
import { classes } from '#ui/classes.ts'
import { EmptyState } from '#ui/states.tsx'

type HoldersCardProps = { areaPath: string; report: CompanyReportWire }

/** Waiting times, and the people who keep orders waiting; blocked orders wait for nobody. */
export function HoldersCard({ areaPath, report: { ageing, holders, warningDays } }: HoldersCardProps) {
  return (
    <ReportCard
      title="Quién tiene lo pendiente"
      all={{ to: `${areaPath}/documents`, search: { status: 'pending' }, label: 'Ver pendientes' }}
    >
      {holders.length === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No hay nada pendiente">
          Cuando un pedido espere a alguien, verás aquí a quién y desde cuándo.
        </EmptyState>
      ) : (
        <>
          <Ageing ageing={ageing} warningDays={warningDays} />
          <ul className="divide-y border-t">
            {holders.map(holder => (
              <Holder
                key={holder.userId ?? 'blocked'}
                areaPath={areaPath}
                holder={holder}
                warningDays={warningDays}
              />
            ))}
          </ul>
        </>
      )}
    </ReportCard>
  )
}

const span = (from: number, to: number) =>
  from === to ? counted(to, 'día') : `De ${from} a ${counted(to, 'día')}`

type AgeingProps = Pick<CompanyReportWire, 'ageing' | 'warningDays'>

function Ageing({ ageing, warningDays }: AgeingProps) {
  const half = Math.floor(warningDays / 2)
  const parts = [
    { label: half === 0 ? 'Hoy' : `Hasta ${counted(half, 'día')}`, count: ageing.fresh, isLate: false },
    { label: span(half + 1, warningDays), count: ageing.halfway, isLate: false },
    { label: `Más de ${counted(warningDays, 'día')}`, count: ageing.late, isLate: ageing.late > 0 },
  ]
  return (
    <dl className="grid grid-cols-3 gap-3 px-4 py-3 sm:px-5">
      {parts.map(({ label, count, isLate }) => (
        <div key={label}>
          <dt className="text-ink-faint text-xs">{label}</dt>
          <dd className={classes('figures font-semibold text-xl', isLate && 'text-negative')}>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

type HolderProps = { areaPath: string; holder: HolderWire; warningDays: number }

function Holder({ areaPath, holder: { name, count, oldest, oldestDays }, warningDays }: HolderProps) {
  const isBlocked = name === null
  const isLate = isBlocked || waitAge(oldestDays, warningDays) === 'late'
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4 py-2.5 sm:px-5">
      <p className="min-w-0 font-medium">{name ?? 'Nadie: están bloqueados'}</p>
      <p className={classes('text-sm', isLate ? 'font-medium text-negative' : 'text-ink-soft')}>
        {isLate && <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5" />}
        {counted(count, 'pedido')} ·{' '}
        <Link
          to={documentAddress(areaPath, oldest)}
          className="rounded-sm underline underline-offset-2"
          aria-label={`El más antiguo de ${name ?? 'los bloqueados'}: ${oldest.id}`}
        >
          {oldest.id}
        </Link>
        {oldestDays <= 0 ? ' desde hoy' : ` desde hace ${counted(oldestDays, 'día')}`}
      </p>
    </li>
  )
}
