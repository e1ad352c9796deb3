/** Contract status: closing a contract blocks its open orders, opening it lets them continue, in one transaction. */
import { lockOpenDocuments, moveDocuments } from '#features/approvals/commands/contract-documents.ts'
import { contractFact } from '#features/contracts/facts.ts'
import {
  type ContractRefusal,
  existingContractAbilities,
  isInDates,
  sameRevision,
  verbTo,
} from '#features/contracts/rules.ts'
import { lockContract, saveStatus } from '#features/contracts/store/life.ts'
import type { changeContractStatus } from '#features/contracts/wire/calls.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof changeContractStatus>

export async function changeStatus(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  { revision, status, reason }: Asked,
): Promise<ResponseOf<typeof changeContractStatus> | Refusal<ContractRefusal>> {
  if (actor.role !== 'admin') return refuse('forbidden')
  if (!(await lockOpenDocuments(tx, contractId, status === 'active'))) return refuse('too_many_open')
  const contract = await lockContract(tx, contractId)
  if (!contract) return refuse('not_found')
  const may = firstRefusal(
    sameRevision(contract, revision),
    existingContractAbilities(actor, contract)[verbTo[status]],
  )
  if (may !== true) return may
  await saveStatus(tx, contract.id, status)
  // A contract reactivated after its end date releases no orders until its dates are changed.
  const isOpen = status === 'active' && isInDates(contract, dayFromInstant(tx.now, actor.zone))
  const orders = await moveDocuments(tx, contract.id, isOpen)
  await record(
    tx,
    actor,
    contractFact('contract.status_changed', contract.id, {
      before: { status: contract.status },
      after: { status, orders },
      reason,
    }),
  )
  return { id: contract.id, revision: revision + 1, orders }
}
