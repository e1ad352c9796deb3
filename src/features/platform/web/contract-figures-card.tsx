import type { ReactNode } from 'react'
import { contractTypeLabel } from '#features/contracts/text.ts'
import { ContractStatusBadge } from '#features/contracts/web/contract-card.tsx'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import type { ContractFiguresWire } from '#features/platform/wire/contracts.ts'
import { Card, Fact } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Day } from '#ui/time.tsx'

type ContractFiguresCardProps = { contract: ContractFiguresWire; action: ReactNode }

/** A contract of some company at a glance: whose it is and how much of it is left, not what it says. */
export function ContractFiguresCard({ contract, action }: ContractFiguresCardProps) {
  return (
    <Card className="flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <header className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap items-center justify-between gap-2 text-ink-faint text-xs">
          <span>
            <span className="figures">{contract.id}</span> · Contrato de{' '}
            {contractTypeLabel[contract.type].toLowerCase()}
          </span>
          <ContractStatusBadge status={contract.status} />
        </p>
        <h2 className="font-semibold text-base">{contract.companyName}</h2>
      </header>
      <ContractConsumptionPanel contract={contract} />
      <div className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t pt-3 max-sm:*:w-full">
        <dl className="flex flex-wrap gap-x-5 gap-y-2">
          <Fact label="Total">
            <Money value={contract.balance.total} />
          </Fact>
          <Fact label="Inicio">
            <Day value={contract.startsOn} />
          </Fact>
          <Fact label="Fin">
            <Day value={contract.endsOn} />
          </Fact>
        </dl>
        {action}
      </div>
    </Card>
  )
}
