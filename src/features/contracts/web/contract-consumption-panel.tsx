import { consumption } from '#features/contracts/rules/budget.ts'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { ConsumptionBar } from '#ui/charts/consumption-bar.tsx'
import { Money } from '#ui/money.tsx'
import { Alert } from '#ui/states.tsx'

type ContractConsumptionPanelProps = {
  contract: Pick<ContractWire, 'id' | 'balance'>
  /** True to list the amount of each part below the bar. */
  legend?: boolean
}

/** Consumption bar of a contract: used, committed and requested. Texts: specification, section 4. */
export function ContractConsumptionPanel({ contract, legend = false }: ContractConsumptionPanelProps) {
  const balance = balanceFromWire(contract.balance)
  const { level, difference } = consumption(balance)
  return (
    <ConsumptionBar
      label={`Consumo del contrato ${contract.id}`}
      total={balance.total}
      used={{ label: 'Ejecutado', amount: balance.used }}
      committed={{ label: 'Comprometido', amount: balance.committed }}
      requested={{ label: 'Solicitado', amount: balance.requested }}
      legend={legend}
      caption={
        <>
          {level === 'exceeded' ? 'Excedido por ' : 'Disponible: '}
          <Money value={difference} />
        </>
      }
    />
  )
}

/** Alert about an exceeded contract; shown once per screen, where the contract is the subject. */
export function ExceededAlert({ contract }: { contract: Pick<ContractWire, 'balance'> }) {
  const { level, difference } = consumption(balanceFromWire(contract.balance))
  if (level !== 'exceeded') return null
  return (
    <Alert tone="negative" title="Límite excedido">
      El consumo ha superado el monto total del contrato por <Money value={difference} />.
    </Alert>
  )
}
