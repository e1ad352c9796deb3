import { Suspense, use } from 'react'
import { useArea } from '#app/use-area.ts'
import { ClientFilterPanel } from '#features/clients/web/client-filter-panel.tsx'
import {
  lastWholeMonth,
  monthSpan,
  quarterFromMonth,
  recentMonths,
  recentQuarters,
} from '#features/closings/rules/months.ts'
import { monthName, quarterName } from '#features/closings/text/package.ts'
import { MonthEndPanel } from '#features/closings/web/month-end-panel.tsx'
import { dayFromInstant } from '#kernel/day.ts'
import { useSearchChange, useSearchParams } from '#ui/address.ts'
import { NativeSelect } from '#ui/fields/native-select.tsx'
import { late } from '#ui/late.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { FilterTabs } from '#ui/lists/filter-tabs.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ZoneContext } from '#ui/time.tsx'

const Withholdings = late(
  async () => (await import('#features/closings/web/withholdings-card.tsx')).WithholdingsCard,
)

const views = [
  { value: 'month', label: 'Mes' },
  { value: 'withholdings', label: 'Retenciones' },
] as const

/** A month that is closed, and what was withheld in a quarter. */
export function MonthEndPage() {
  const { areaPath } = useArea()
  const { view: inAddress, period, show, from: client } = useSearchParams()
  const change = useSearchChange()
  const today = dayFromInstant(new Date(), use(ZoneContext))
  const view = views.find(({ value }) => value === inAddress)?.value ?? 'month'
  const isMonth = view === 'month'
  const month = isMonth && period !== undefined && monthSpan(period) ? period : lastWholeMonth(today)
  const quarters = recentQuarters(today, 12)
  const quarter =
    quarters.find(each => !isMonth && each === period) ?? quarterFromMonth(lastWholeMonth(today))
  const options = isMonth
    ? withShown(recentMonths(today, 25), month).map(value => ({ value, label: monthName(value) }))
    : quarters.map(value => ({ value, label: quarterName(value) }))
  return (
    <>
      <PageHeader
        title="Cierre de mes"
        subtitle="Qué se aprobó, se pagó y se devolvió, qué espera, y lo que pide tu asesoría"
        actions={
          areaPath === '/empresa' && (
            <LinkButton to="/empresa/settings/accounts">Cuentas contables</LinkButton>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label="Vista"
          options={views}
          value={view}
          onChange={value => change({ view: value === 'month' ? undefined : value, period: undefined })}
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
          {areaPath === '/empresa' && (
            <ClientFilterPanel
              all="Toda la empresa"
              chosen={client ?? ''}
              onChoose={from => change({ from: from || undefined })}
            />
          )}
          <NativeSelect
            aria-label={isMonth ? 'Mes' : 'Trimestre'}
            className="min-w-52"
            options={options}
            value={isMonth ? month : quarter}
            onChange={event => change({ period: event.target.value })}
          />
        </div>
      </div>
      <Suspense fallback={<SkeletonRows label="Cargando" />}>
        {isMonth ? (
          <MonthEndPanel
            areaPath={areaPath}
            of={{ month, clientId: clientAsked(areaPath, client) }}
            shown={show}
            onShow={part => change({ show: part })}
          />
        ) : (
          <Withholdings areaPath={areaPath} of={{ quarter, clientId: clientAsked(areaPath, client) }} />
        )}
      </Suspense>
    </>
  )
}

/** Client whose month is asked for; people of a client have theirs without asking. */
const clientAsked = (areaPath: string, inAddress: string | undefined): string | undefined =>
  areaPath === '/empresa' ? inAddress : undefined

const withShown = (months: readonly string[], month: string): readonly string[] =>
  months.includes(month) ? months : [...months, month]
