import { use } from 'react'
import {
  availableAfterRequests,
  type Balance,
  mayRequest,
  toleratedRequest,
} from '#features/contracts/rules/budget.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { toleratedText } from '#features/contracts/text/tolerated.ts'
import { contractWords } from '#features/contracts/text.ts'
import { balanceFromWire, type ContractWire, overrunFromWire } from '#features/contracts/wire.ts'
import { dayFrom, dayFromInstant } from '#kernel/day.ts'
import { type Money as Amount, add, money, moneyFromText } from '#kernel/money.ts'
import { firstRefusal } from '#kernel/refusal.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { ZoneContext } from '#ui/time.tsx'

type BudgetPreviewPanelProps = {
  contract: ContractWire | undefined
  /** Digits of what the order would take from the contract. */
  chargeMinor: string
}

/** Remainder of the contract after this order, counting what already waits for approval. */
export function BudgetPreviewPanel({ contract, chargeMinor }: BudgetPreviewPanelProps) {
  if (!contract) {
    return <Alert tone="caution">Este proyecto no tiene contrato: no admite pedidos.</Alert>
  }
  const balance = balanceFromWire(contract.balance)
  const charge = moneyFromText(/^\d+$/.test(chargeMinor) ? chargeMinor : '0', balance.total.currency)
  return (
    <Card>
      <CardHeader title="Qué queda en el contrato" note={`${contract.id} · ${contract.description}`} />
      <CardBody className="grid grid-cols-1 gap-3 pt-3 sm:pt-3">
        <After balance={balance} charge={charge} />
        <Warning contract={contract} balance={balance} charge={charge} />
      </CardBody>
    </Card>
  )
}

type Effect = { balance: Balance; charge: Amount }

const leftAfter = ({ balance, charge }: Effect) =>
  availableAfterRequests({ ...balance, requested: add(balance.requested, charge) })

const leads = {
  now: { left: 'Quedan, contando lo ya solicitado', over: 'Faltan, contando lo ya solicitado' },
  after: { left: 'Tras este pedido quedarían', over: 'Tras este pedido faltarían' },
}

function After({ balance, charge }: Effect) {
  const left = leftAfter({ balance, charge })
  const isOver = left.minor < 0n
  return (
    <>
      <p aria-live="polite">
        <span className="block text-ink-soft text-xs">
          {leads[charge.minor > 0n ? 'after' : 'now'][isOver ? 'over' : 'left']}
        </span>
        <Money
          value={isOver ? money(-left.minor, left.currency) : left}
          className={
            isOver ? 'font-semibold text-2xl text-negative' : 'font-semibold text-2xl tracking-tight'
          }
        />
      </p>
      <ConsumptionBar
        label="Consumo del contrato con este pedido"
        total={balance.total}
        used={{ label: 'Ejecutado', amount: balance.used }}
        committed={{ label: 'Comprometido', amount: balance.committed }}
        requested={{ label: 'Solicitado', amount: balance.requested }}
        added={{ label: 'Este pedido', amount: charge }}
        legend
        caption={
          <>
            de <Money value={balance.total} />
          </>
        }
      />
    </>
  )
}

/** Warning: the reason why the order would be refused, or the alert that its approvers will read. */
function Warning({ contract, balance, charge }: Effect & { contract: ContractWire }) {
  const today = dayFromInstant(new Date(), use(ZoneContext))
  const [startsOn, endsOn] = [dayFrom(contract.startsOn), dayFrom(contract.endsOn)]
  const refusal = firstRefusal(
    startsOn && endsOn ? mayCharge({ status: contract.status, startsOn, endsOn }, today) : true,
    charge.minor > 0n ? mayRequest(balance, charge, overrunFromWire(contract)) : true,
  )
  if (refusal !== true) return <Alert tone="negative">{contractWords(refusal)}</Alert>
  if (charge.minor === 0n || leftAfter({ balance, charge }).minor >= 0n) return null
  const overrun = overrunFromWire(contract)
  const tolerated = toleratedRequest(balance, charge, overrun)
  if (tolerated) return <Alert tone="caution">{toleratedText(tolerated)}. Puedes enviarlo.</Alert>
  return (
    <Alert tone="caution" title="Supera lo que queda en el contrato">
      {contract.overrunPolicy === 'requiere_aprobacion'
        ? 'Puedes enviarlo: además tendrá que aprobarlo un responsable de presupuesto.'
        : 'Puedes enviarlo: quienes aprueban verán esta advertencia.'}
    </Alert>
  )
}
