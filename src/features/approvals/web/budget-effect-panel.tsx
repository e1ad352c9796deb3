import { TriangleAlert } from 'lucide-react'
import {
  type Balance,
  consumption,
  mayCommit,
  spent,
  toleratedOverrun,
} from '#features/contracts/rules/budget.ts'
import { toleratedText } from '#features/contracts/text/tolerated.ts'
import { contractWords } from '#features/contracts/text.ts'
import { balanceFromWire, type ContractWire, overrunFromWire } from '#features/contracts/wire.ts'
import { add, zero } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'

type BudgetEffectPanelProps = {
  contract: Pick<ContractWire, 'id' | 'balance' | 'overrunPolicy' | 'tolerance'>
  /** Amount that the order takes from the contract. */
  charge: MoneyWire
}

/** Effect of an approval on the contract's balance, shown before the click. */
export function BudgetEffectPanel({ contract, charge: wire }: BudgetEffectPanelProps) {
  const balance = balanceFromWire(contract.balance)
  const charge = moneyFromWire(wire)
  const after: Balance = { ...balance, committed: add(balance.committed, charge) }
  const [now, then] = [consumption(balance), consumption(after)]
  const overrun = overrunFromWire(contract)
  const fits = mayCommit(balance, charge, overrun)
  const tolerated = toleratedOverrun(balance, charge, overrun)
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">Tras aprobar: {percent(then.basisPoints)} del contrato</span>
        <span className="text-ink-faint text-xs">
          {contract.id} · ahora {percent(now.basisPoints)}
        </span>
      </p>
      <ConsumptionBar
        label={`Consumo del contrato ${contract.id} tras aprobar`}
        total={balance.total}
        used={{ label: 'Ejecutado', amount: balance.used }}
        committed={{ label: 'Comprometido', amount: balance.committed }}
        requested={{ label: 'Solicitado', amount: zero(charge.currency) }}
        added={{ label: 'Este pedido', amount: charge }}
        caption={
          <>
            {then.level === 'exceeded' ? 'Quedaría excedido por ' : 'Quedarían '}
            <Money value={then.difference} />
          </>
        }
      />
      {then.level === 'exceeded' && (
        <p className={`flex items-start gap-2 ${tolerated ? 'text-caution' : 'text-negative'}`}>
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>
            <Consequence after={after} fits={fits} tolerated={tolerated} />
          </span>
        </p>
      )}
    </div>
  )
}

type ConsequenceProps = {
  after: Balance
  fits: ReturnType<typeof mayCommit>
  tolerated: ReturnType<typeof toleratedOverrun>
}

/** Consequence of an approval that exceeds the contract. */
function Consequence({ after, fits, tolerated }: ConsequenceProps) {
  if (fits !== true) return `${contractWords(fits)} La última aprobación no se podrá dar.`
  if (tolerated) return `${toleratedText(tolerated)}.`
  return (
    <>
      El contrato quedaría en <Money value={spent(after)} /> de <Money value={after.total} />.
    </>
  )
}

/** Percentage from basis points: '92 %', '92,4 %'. */
export function percent(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString('es-ES', { maximumFractionDigits: 1 })}\u00a0%`
}
