import { availableAfterRequests } from '#features/contracts/rules/budget.ts'
import { ContractConsumptionPanel } from '#features/contracts/web/contract-consumption-panel.tsx'
import { balanceFromWire, type ContractWire } from '#features/contracts/wire.ts'
import { Card, CardBody, CardHeader } from '#ui/card.tsx'
import { Money } from '#ui/money.tsx'

/** Budget of a contract: its total, its parts and its remainder. */
export function BudgetCard({ contract }: { contract: Pick<ContractWire, 'id' | 'balance'> }) {
  const balance = balanceFromWire(contract.balance)
  return (
    <Card>
      <CardHeader title="Consumo" />
      <CardBody className="grid grid-cols-1 gap-5">
        <p>
          <span className="block text-ink-soft">Monto total</span>
          <span className="font-semibold text-3xl tracking-tight">
            <Money value={balance.total} />
          </span>
        </p>
        <ContractConsumptionPanel contract={contract} legend />
        {balance.requested.minor > 0n && (
          <p className="text-ink-soft">
            Si se aprueba todo lo solicitado quedarían <Money value={availableAfterRequests(balance)} />.
          </p>
        )}
      </CardBody>
    </Card>
  )
}
