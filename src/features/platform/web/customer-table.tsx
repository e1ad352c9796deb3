import { Building2, MoveRight, TrendingDown, TrendingUp } from 'lucide-react'
import { subscriptionTerms } from '#features/companies/rules.ts'
import { customerList } from '#features/platform/list.ts'
import { statusLabel, trendLabel } from '#features/platform/text.ts'
import { dollars } from '#features/platform/web/text.ts'
import type { CustomerWire } from '#features/platform/wire/monetization.ts'
import { counted, countText } from '#kernel/text.ts'
import { Badge } from '#ui/badge.tsx'
import { listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states.tsx'
import { InstantDay, ZoneContext } from '#ui/time.tsx'

type CustomerTableProps = {
  customers: readonly CustomerWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
}

/** Payments and usage of each company. */
export function CustomerTable({ customers, ...table }: CustomerTableProps) {
  return (
    <Table
      label="Ingresos por empresa"
      columns={columns}
      rows={customers}
      rowKey={({ id }) => id}
      {...table}
      empty={<EmptyState icon={<Building2 />} title="No se encontraron empresas." />}
      card={customer => <CustomerLines customer={customer} />}
    />
  )
}

const columns = listColumns<typeof customerList, CustomerWire>(customerList, 'customers', {
  name: {
    className: 'wrap-anywhere min-w-32',
    cell: ({ companyName }) => <span className="line-clamp-2 font-medium">{companyName}</span>,
  },
  plan: customer => <Plan customer={customer} />,
  revenue: ({ monthlyUsd }) => <span className="figures font-medium">{dollars(monthlyUsd)}</span>,
  users: ({ users }) => <Count value={users} />,
  projects: ({ projects }) => <Count value={projects} />,
  documents: ({ documents }) => <Count value={documents} />,
  contracts: ({ contracts }) => <Count value={contracts} />,
  trend: ({ usageTrend }) => <Trend trend={usageTrend} />,
  date: customer => <Joined customer={customer} />,
})

function Count({ value }: { value: number }) {
  return <span className="figures">{countText(value)}</span>
}

type CustomerProps = { customer: CustomerWire }

function Plan({ customer: { plan, status } }: CustomerProps) {
  return (
    <>
      {subscriptionTerms[plan].label}
      {status !== 'active' && <span className="text-ink-faint"> · {statusLabel[status]}</span>}
    </>
  )
}

const looks = {
  up: { tone: 'positive', Icon: TrendingUp },
  down: { tone: 'caution', Icon: TrendingDown },
  stable: { tone: 'neutral', Icon: MoveRight },
} as const

/** Trend of the last thirty days' orders against the thirty before. */
function Trend({ trend }: { trend: CustomerWire['usageTrend'] }) {
  const { tone, Icon } = looks[trend]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {trendLabel[trend]}
    </Badge>
  )
}

function Joined({ customer: { joinedAt, timeZone } }: CustomerProps) {
  return (
    <ZoneContext value={timeZone}>
      <InstantDay value={joinedAt} />
    </ZoneContext>
  )
}

function CustomerLines({ customer }: CustomerProps) {
  const { companyName, monthlyUsd, users, projects, documents, contracts, usageTrend } = customer
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="flex items-baseline justify-between gap-3 font-medium">
        <span className="wrap-anywhere min-w-0">{companyName}</span>
        <span className="figures">{dollars(monthlyUsd)}</span>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ink-soft">
        <span>
          <Plan customer={customer} /> · alta <Joined customer={customer} />
        </span>
        <Trend trend={usageTrend} />
      </p>
      <p className="text-ink-faint text-xs">
        {counted(users, 'usuario')} · {counted(projects, 'proyecto')} · {counted(documents, 'documento')} ·{' '}
        {counted(contracts, 'contrato')}
      </p>
    </div>
  )
}
