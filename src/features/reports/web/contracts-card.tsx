import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import type { ContractWire } from '#features/contracts/wire.ts'
import { ReportCard } from '#features/reports/web/report-card.tsx'
import { Money } from '#ui/money.tsx'

type ContractsCardProps = {
  title: string
  areaPath: string
  contracts: readonly ContractWire[]
  /** Text below each contract in place of its client, such as its end. */
  note?: (contract: ContractWire) => ReactNode
  /** True to draw the spent part of each. */
  isWithBars?: boolean
  /** True for two columns where there is room. */
  isWide?: boolean
  empty: ReactNode
}

/** Contracts in short lines, each a link to its page. */
export function ContractsCard(props: ContractsCardProps) {
  const { title, areaPath, contracts, note, isWithBars = false, isWide = false, empty } = props
  return (
    <ReportCard title={title} all={{ to: `${areaPath}/contracts`, label: 'Ver todos' }}>
      {contracts.length === 0 ? (
        empty
      ) : (
        <ul className={isWide ? 'grid grid-cols-1 lg:grid-cols-2' : 'divide-y'}>
          {contracts.map(contract => (
            <li
              key={contract.id}
              className="relative grid grid-cols-1 content-start gap-2 px-4 py-3 transition-colors hover:bg-hover sm:px-5"
            >
              <div className="min-w-0">
                <div className="flex items-baseline justify-between gap-3">
                  <ContractLink areaPath={areaPath} contract={contract} />
                  <Money value={contract.balance.total} className="font-medium" />
                </div>
                <p className="truncate text-ink-faint text-xs">
                  <span className="figures">{contract.id}</span> · {note?.(contract) ?? contract.clientName}
                </p>
              </div>
              {isWithBars && <ContractConsumptionPanel contract={contract} />}
            </li>
          ))}
        </ul>
      )}
    </ReportCard>
  )
}

function ContractLink({ areaPath, contract }: { areaPath: string; contract: ContractWire }) {
  const to: string = `${areaPath}/contracts/${contract.id}`
  return (
    <Link to={to} className="min-w-0 truncate font-medium after:absolute after:inset-0">
      {contract.description}
    </Link>
  )
}
