import { Ellipsis, Pause, Play, SlidersHorizontal, Users } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { subscriptionTerms } from '#features/companies/rules.ts'
import { companyList } from '#features/platform/list.ts'
import { statusLabel } from '#features/platform/text.ts'
import type { CompanyRowWire } from '#features/platform/wire/companies.ts'
import { counted, countText } from '#kernel/text.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/dialogs/menu.tsx'
import { Instant } from '#ui/instant.tsx'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { OnOffBadge } from '#ui/on-off-badge.tsx'

export type CompanyHandlers = {
  onPlan: (company: CompanyRowWire) => void
  onUsers: (company: CompanyRowWire) => void
  onStatus: (company: CompanyRowWire) => void
  /** Button that shows the company as its administrator sees it. */
  impersonation: (company: CompanyRowWire) => ReactNode
}

type CompanyTableProps = {
  companies: readonly CompanyRowWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
  /** Stable object, so that a render does not rebuild the rows. */
  handlers: CompanyHandlers
}

export function CompanyTable({ companies, handlers, ...table }: CompanyTableProps) {
  const columns = useMemo(() => listColumns(companyList, 'companies', cellsFor(handlers)), [handlers])
  return (
    <Table
      label="Empresas"
      columns={columns}
      rows={companies}
      rowKey={company => company.id}
      {...table}
      card={company => <CompanyLines company={company} handlers={handlers} />}
    />
  )
}

const cellsFor = (handlers: CompanyHandlers): ListCells<typeof companyList, CompanyRowWire> => ({
  name: {
    className: 'wrap-anywhere min-w-40',
    cell: ({ name, email }) => (
      <>
        <span className="line-clamp-2 font-medium">{name}</span>
        <span className="block text-ink-faint text-xs">{email}</span>
      </>
    ),
  },
  plan: ({ plan }) => subscriptionTerms[plan].label,
  status: ({ status }) => <Status status={status} />,
  users: ({ users }) => <Figure value={users} />,
  projects: ({ projects }) => <Figure value={projects} />,
  activity: company => <LastActivity company={company} />,
  actions: { className: 'w-px', cell: company => <Actions company={company} handlers={handlers} /> },
})

type CellProps = { company: CompanyRowWire; handlers: CompanyHandlers }

function CompanyLines({ company, handlers }: CellProps) {
  const { name, plan, status, users, projects } = company
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {name} <Status status={status} />
      </p>
      <p className="text-ink-soft">
        {subscriptionTerms[plan].label} · {counted(users, 'usuario')} · {counted(projects, 'proyecto')}
      </p>
      <p className="text-ink-faint text-xs">
        Última actividad: <LastActivity company={company} />
      </p>
      <Actions company={company} handlers={handlers} />
    </div>
  )
}

function Status({ status }: Pick<CompanyRowWire, 'status'>) {
  return <OnOffBadge on={status === 'active'}>{statusLabel[status]}</OnOffBadge>
}

const Figure = ({ value }: { value: number }) => <span className="figures">{countText(value)}</span>

function LastActivity({ company: { lastActivityAt } }: { company: CompanyRowWire }) {
  return lastActivityAt === null ? <>Ninguna</> : <Instant value={lastActivityAt} />
}

function Actions({ company, handlers }: CellProps) {
  const isSuspended = company.status !== 'active'
  return (
    <div className="flex items-center gap-1 sm:ml-auto sm:w-max">
      {handlers.impersonation(company)}
      <Menu
        trigger={
          <Button
            variant="quiet"
            size="icon"
            aria-label={`Más acciones con ${company.name}`}
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
        items={[
          {
            label: 'Gestionar plan',
            icon: <SlidersHorizontal aria-hidden="true" />,
            onSelect: () => handlers.onPlan(company),
          },
          {
            label: 'Ver usuarios',
            icon: <Users aria-hidden="true" />,
            onSelect: () => handlers.onUsers(company),
          },
          {
            label: isSuspended ? 'Reactivar empresa' : 'Suspender empresa',
            icon: isSuspended ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />,
            onSelect: () => handlers.onStatus(company),
          },
        ]}
      />
    </div>
  )
}
