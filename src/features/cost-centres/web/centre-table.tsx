import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { costCentreList } from '#features/cost-centres/list.ts'
import { everyClient } from '#features/cost-centres/text/every-client.ts'
import { CentreStatusBadge } from '#features/cost-centres/web/centre-status-badge.tsx'
import { ConsumptionPanel } from '#features/cost-centres/web/consumption-panel.tsx'
import type { CostCentreWire } from '#features/cost-centres/wire/centre.ts'
import { classes } from '#ui/classes.ts'
import { type ListCells, listColumns } from '#ui/lists/list-columns.ts'
import { type Sort, Table } from '#ui/lists/table.tsx'
import { Money } from '#ui/money.tsx'

type CentreTableProps = {
  centres: readonly CostCentreWire[]
  isStale: boolean
  sort: Sort
  onSort: (by: string) => void
}

/** Cost centres with the budget of this year and its consumption; all of a row or card opens the centre. */
export function CentreTable({ centres, ...table }: CentreTableProps) {
  return (
    <Table
      label="Lista de centros de coste"
      columns={columns}
      rows={centres}
      rowKey={centre => centre.id}
      {...table}
      card={centre => <CentreLines centre={centre} />}
    />
  )
}

const cells: ListCells<typeof costCentreList, CostCentreWire> = {
  code: {
    className: 'w-px whitespace-nowrap font-medium',
    cell: centre => <CentreLink centre={centre}>{centre.code}</CentreLink>,
  },
  name: { className: 'w-1/4', isLine: true, cell: ({ name }) => name },
  client: { className: 'w-1/5', isLine: true, cell: ({ clientName }) => clientName ?? everyClient },
  budget: ({ thisYear }) => <Budget total={thisYear.total} />,
  consumption: {
    className: 'w-1/4 min-w-48',
    cell: ({ code, thisYear }) => thisYear.total && <ConsumptionPanel code={code} year={thisYear} />,
  },
  status: ({ status }) => <CentreStatusBadge status={status} />,
}

const columns = listColumns(costCentreList, 'cost-centres', cells)

type BudgetProps = Pick<CostCentreWire['thisYear'], 'total'> & { isInText?: boolean }

/** Budget of a year: with cents in a column, where they line up. */
function Budget({ total, isInText = false }: BudgetProps) {
  if (total === null) return <span className="text-ink-soft">Sin presupuesto</span>
  return <Money value={total} withCents={!isInText} className="font-medium" />
}

type CentreLinkProps = { centre: CostCentreWire; className?: string; children: string }

function CentreLink({ centre, className, children }: CentreLinkProps) {
  return (
    <Link
      to="/empresa/cost-centres/$costCentreId"
      params={{ costCentreId: centre.id }}
      className={classes('font-medium after:absolute after:inset-0', className)}
    >
      {children}
    </Link>
  )
}

/** Card of a centre on a phone: its name and state, then its code, its client and its year. */
function CentreLines({ centre }: { centre: CostCentreWire }) {
  const { code, name, clientName, thisYear, status } = centre
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_1rem] items-center gap-x-2 gap-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <CentreLink centre={centre} className="min-w-0">
          {name}
        </CentreLink>
        <CentreStatusBadge status={status} />
      </div>
      <ChevronRight aria-hidden="true" className="size-4 text-ink-faint" />
      <p className="wrap-anywhere col-span-2 text-ink-soft text-xs">
        {code} · {clientName ?? everyClient} · {thisYear.year}: <Budget total={thisYear.total} isInText />
      </p>
      {thisYear.total && (
        <div className="col-span-2">
          <ConsumptionPanel code={code} year={thisYear} />
        </div>
      )}
    </div>
  )
}
