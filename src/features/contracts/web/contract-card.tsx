import { CheckCheck, CircleCheck, CirclePause } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContractStatus } from '#features/contracts/rules.ts'
import { contractStatusLabel, contractTypeLabel } from '#features/contracts/text/labels.ts'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import type { ContractWire } from '#features/contracts/wire.ts'
import { Badge } from '#ui/badge.tsx'
import { Card, Fact } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'
import { Day } from '#ui/time.tsx'

type ContractCardProps = {
  contract: ContractWire
  /** Level of its heading within the page. */
  heading?: 'h2' | 'h3'
  /** Link to its page, if it has one. */
  action?: ReactNode
}

/** Summary of a contract: its parties, its subject and its consumption. */
export function ContractCard({ contract, heading, action }: ContractCardProps) {
  const { clientName, description, type, providerName, chargeBasis } = contract
  return (
    <ContractFiguresCard contract={contract} title={clientName} heading={heading} action={action}>
      <p className="text-ink-soft">
        {description}
        {type === 'proveedor' && providerName && <span className="text-ink-faint"> · {providerName}</span>}
        {chargeBasis === 'base' && <span className="text-ink-faint"> · se consume por base imponible</span>}
      </p>
    </ContractFiguresCard>
  )
}

type Figures = Pick<ContractWire, 'id' | 'type' | 'status' | 'balance' | 'startsOn' | 'endsOn'>

type ContractFiguresCardProps = {
  contract: Figures
  title: string
  heading?: 'h2' | 'h3' | undefined
  action?: ReactNode
  /** Content below the title. */
  children?: ReactNode
}

/** Frame of a contract's summary: title, status and consumption around any content. */
export function ContractFiguresCard(props: ContractFiguresCardProps) {
  const { contract, title, heading: Heading = 'h2', action, children } = props
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
        <Heading className="font-semibold text-base">{title}</Heading>
        {children}
      </header>
      <div className="mt-auto">
        <ContractConsumptionPanel contract={contract} />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-t pt-3 max-sm:*:w-full">
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
