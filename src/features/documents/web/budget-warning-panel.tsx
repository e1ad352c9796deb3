import { type Balance, mayRequest, toleratedRequest } from '#features/contracts/rules/budget.ts'
import { mayCharge } from '#features/contracts/rules.ts'
import { toleratedText } from '#features/contracts/text/tolerated.ts'
import { contractWords } from '#features/contracts/text.ts'
import { type ContractWire, overrunFromWire } from '#features/contracts/wire.ts'
import { type Day, dayFrom } from '#kernel/day.ts'
import type { Money } from '#kernel/money.ts'
import { firstRefusal } from '#kernel/refusal.ts'
import { Alert } from '#ui/states.tsx'

type BudgetWarningProps = { contract: ContractWire; balance: Balance; charge: Money; today: Day }

/** Warning: the reason why the order would be refused, or the alert that its approvers will read. */
export function BudgetWarningPanel({ contract, balance, charge, today }: BudgetWarningProps) {
  const [startsOn, endsOn] = [dayFrom(contract.startsOn), dayFrom(contract.endsOn)]
  const refusal = firstRefusal(
    startsOn && endsOn ? mayCharge({ status: contract.status, startsOn, endsOn }, today) : true,
    charge.minor > 0n ? mayRequest(balance, charge, overrunFromWire(contract)) : true,
  )
  if (refusal !== true) return <Alert tone="negative">{contractWords(refusal)}</Alert>
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
