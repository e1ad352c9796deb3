import { Suspense } from 'react'
import { useArea } from '#app/use-area.ts'
import { newBatchAddress } from '#features/executions/web/text.ts'
import { CalendarPanel } from '#features/reports/web/calendar-panel.tsx'
import { onlyReads } from '#kernel/actor.ts'
import { useSearchChange, useSearchParams } from '#ui/address.ts'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

const Forecast = late(async () => (await import('#features/reports/web/forecast-card.tsx')).ForecastCard)
const Period = late(
  async () => (await import('#features/reports/web/payment-period-card.tsx')).PaymentPeriodCard,
)

const views = [
  { value: 'calendar', label: 'Calendario' },
  { value: 'forecast', label: 'Previsión' },
  { value: 'period', label: 'Periodo medio de pago' },
] as const

/** Calendar of payments, forecast, and how long payments take. */
export function PaymentCalendarPage() {
  const { user, areaPath } = useArea()
  const { view: inAddress, from, show, period } = useSearchParams()
  const change = useSearchChange()
  const view = views.find(({ value }) => value === inAddress)?.value ?? 'calendar'
  return (
    <>
      <PageHeader
        title="Calendario de pagos"
        subtitle="Qué vence cada día, qué se espera y cuánto se tarda en pagar"
        actions={
          !onlyReads(user.role) && <LinkButton to={newBatchAddress(areaPath)}>Nueva remesa</LinkButton>
        }
      />
      <div className="mb-4">
        <FilterTabs
          label="Vista"
          options={views}
          value={view}
          onChange={value => change({ view: value === 'calendar' ? undefined : value })}
        />
      </div>
      <Suspense fallback={<SkeletonRows label="Cargando" />}>
        {view === 'calendar' && (
          <CalendarPanel areaPath={areaPath} search={{ from, show }} onSearch={change} />
        )}
        {view === 'forecast' && <Forecast areaPath={areaPath} />}
        {view === 'period' && (
          <Period areaPath={areaPath} period={period} onPeriod={value => change({ period: value })} />
        )}
      </Suspense>
    </>
  )
}
