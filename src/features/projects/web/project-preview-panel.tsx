import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { available } from '#features/contracts/rules/budget.ts'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { type Money as Amount, compare } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { classes } from '#ui/classes.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'

type ProjectPreviewPanelProps = {
  clientName: string | null
  /** Chosen contracts, the main one first. */
  contracts: readonly ContractWire[]
  total: Amount | null
  approvers: number
  executors: number
}

/** Requirements before orders can be made in the project, and the remainders of its contracts. */
export function ProjectPreviewPanel(props: ProjectPreviewPanelProps) {
  const { clientName, contracts, total, approvers, executors } = props
  return (
    <Card className="h-fit lg:sticky lg:top-20">
      <CardHeader title="Para hacer pedidos" />
      <CardBody className="grid grid-cols-1 gap-5">
        <ul className="grid grid-cols-1 gap-2.5">
          <Step done={clientName !== null}>{clientName ?? 'Un cliente'}</Step>
          <Step done={contracts.length > 0}>
            {contracts.length === 0 ? 'Al menos un contrato' : counted(contracts.length, 'contrato')}
          </Step>
          <Step done={total !== null}>{total === null ? 'El monto total' : <Money value={total} />}</Step>
          <Step done={approvers > 0}>
            {approvers === 0 ? 'Quien apruebe' : counted(approvers, 'aprobador', 'aprobadores')}
          </Step>
          <Step done={executors > 0}>
            {executors === 0 ? 'Quien ejecute' : counted(executors, 'ejecutor', 'ejecutores')}
          </Step>
        </ul>
        {contracts.map(contract => (
          <div key={contract.id} className="grid grid-cols-1 gap-2 border-t pt-4">
            <p>
              <span className="figures text-ink-faint">{contract.id}</span> {contract.description}
            </p>
            <ContractConsumptionPanel contract={contract} />
          </div>
        ))}
        {total !== null && <TooMuch total={total} main={contracts[0]} />}
      </CardBody>
    </Card>
  )
}

function Step({ done, children }: { done: boolean; children: ReactNode }) {
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li className={classes('flex items-start gap-2.5', !done && 'text-ink-soft')}>
      <Icon
        aria-hidden="true"
        className={classes('mt-0.5 size-4 shrink-0', done ? 'text-positive' : 'text-ink-faint')}
      />
      <span className="min-w-0">
        <span className="sr-only">{done ? 'Hecho: ' : 'Falta: '}</span>
        {children}
      </span>
    </li>
  )
}

/**
 * Warning about a total above the main contract's remainder. Not refused: contracts grow and projects share
 * them.
 */
function TooMuch({ total, main }: { total: Amount; main: ContractWire | undefined }) {
  if (main === undefined || main.balance.total.currency !== total.currency) return null
  const left = available(balanceFromWire(main.balance))
  if (compare(total, left) <= 0) return null
  return (
    <Alert tone="caution">
      El monto total supera lo disponible en el contrato principal (<Money value={left} />
      ).
    </Alert>
  )
}
