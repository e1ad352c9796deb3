import { CheckCheck, CircleCheck, CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContractStatus } from '#features/contracts/rules.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text.ts'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import type { ContractWire } from '#features/contracts/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Day } from '#ui/time.tsx'

type ContractCardProps = {
  contract: ContractWire
  /** Level of its heading within the page. */
  heading?: 'h2' | 'h3'
  /** Where it leads, if anywhere. */
  action?: ReactNode
}

/** A contract at a glance: with whom, for what, and how much of it is left. */
export function ContractCard({ contract, heading: Heading = 'h2', action }: ContractCardProps) {
  const isProvider = contract.type === 'proveedor'
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
        <Heading className="font-semibold text-base">{contract.clientName}</Heading>
        <p className="text-ink-soft">
          {contract.description}
          {isProvider && contract.providerName && (
            <span className="text-ink-faint"> · {contract.providerName}</span>
          )}
        </p>
      </header>
      <div className="mt-auto">
        <ContractConsumptionPanel contract={contract} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t pt-3 max-sm:*:w-full">
        <dl className="flex flex-wrap gap-x-5 gap-y-2">
          <Term label="Total">
            <Money value={contract.balance.total} />
          </Term>
          <Term label="Inicio">
            <Day value={contract.startsOn} />
          </Term>
          <Term label="Fin">
            <Day value={contract.endsOn} />
          </Term>
        </dl>
        {action}
      </div>
    </Card>
  )
}

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  const { tone, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {contractStatusLabel[status]}
    </Badge>
  )
}

const looks = {
  active: { tone: 'positive', Icon: CircleCheck },
  completed: { tone: 'info', Icon: CheckCheck },
  inactive: { tone: 'neutral', Icon: CirclePause },
} as const
