import { Suspense, use } from 'react'
import { availableAfterRequests, type Balance, exceeds } from '#features/contracts/rules/budget.ts'
import { isInDates } from '#features/contracts/rules.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { type Money as Amount, add, money, moneyFromText } from '#kernel/money.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { late } from '#ui/late.ts'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'
import { ZoneContext } from '#ui/time.tsx'

/** Loaded for an order that exceeds its contract, or that it does not take. */
const BudgetWarningPanel = late(
  async () => (await import('#features/documents/web/budget-warning-panel.tsx')).BudgetWarningPanel,
)

type BudgetPreviewPanelProps = {
  contract: ContractWire | undefined
  /** Digits of what the order would take from the contract. */
  chargeMinor: string
}

/** Remainder of the contract after this order, counting what already waits for approval. */
export function BudgetPreviewPanel({ contract, chargeMinor }: BudgetPreviewPanelProps) {
  const today = dayFromInstant(new Date(), use(ZoneContext))
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
        {(!isChargeable(contract, today) || (charge.minor > 0n && exceeds(balance, charge))) && (
          <Suspense fallback={null}>
            <BudgetWarningPanel contract={contract} balance={balance} charge={charge} today={today} />
          </Suspense>
        )}
      </CardBody>
    </Card>
  )
}

const isChargeable = (contract: ContractWire, today: Day): boolean =>
  contract.status === 'active' && isInDates(contract, today)

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
