/** Changes of an existing contract: its total and its files. */
import { toleranceInForce } from '#features/companies/rules/tolerance.ts'
import { contractFact } from '#features/contracts/facts.ts'
import { mayAmend } from '#features/contracts/rules/budget.ts'
import {
  type ContractRefusal,
  existingContractAbilities,
  filesPerContract,
  sameRevision,
} from '#features/contracts/rules.ts'
import {
  attachmentContext,
  deleteAttachment,
  insertAttachment,
  type LockedContract,
  lockContract,
  saveAmendment,
} from '#features/contracts/store/life.ts'
import type { amendContract } from '#features/contracts/wire/calls.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { moneyFromText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Refused = Refusal<ContractRefusal>
type Saved = { readonly id: string; readonly revision: number }

/** Changes a contract's total, with a reason that its history keeps. */
export async function amend(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  { revision, totalMinor, reason }: BodyOf<typeof amendContract>,
): Promise<Saved | Refused> {
  const contract = await lockToChange(tx, actor, contractId, revision)
  if (isRefusal(contract)) return contract
  const { total: from } = contract.balance
  const to = moneyFromText(totalMinor, from.currency)
  const tolerance = toleranceInForce(contract.tolerance, contract.companyTolerance)
  const may = mayAmend(contract.balance, to, { policy: contract.policy, tolerance })
  if (may !== true) return may
  await saveAmendment(tx, {
    contractId: contract.id,
    revision: revision + 1,
    from,
    to,
    reason,
    madeBy: actor.userId,
  })
  await record(
    tx,
    actor,
    contractFact('contract.amended', contract.id, {
      before: { total: moneyToWire(from) },
      after: { total: moneyToWire(to) },
      reason,
    }),
  )
  return { id: contract.id, revision: revision + 1 }
}

type Attached = { readonly contractId: string; readonly fileId: string }

/** Attaches a file that the person has uploaded to a contract; attaching it again changes nothing. */
export async function attach(
  tx: TenantTx,
  actor: Actor,
  attached: Attached,
): Promise<{ fileId: string } | Refused> {
  const contract = await lockToChange(tx, actor, attached.contractId)
  if (isRefusal(contract)) return contract
  const file = await attachmentContext(tx, { ...attached, userId: actor.userId })
  if (file.isAttached) return { fileId: attached.fileId }
  if (!file.isOwn) return refuse('file_not_yours')
  if (file.count >= filesPerContract) return refuse('too_many_files')
  await insertAttachment(tx, { ...attached, addedBy: actor.userId })
  await record(
    tx,
    actor,
    contractFact('contract.file_added', contract.id, { after: { fileId: attached.fileId, name: file.name } }),
  )
  return { fileId: attached.fileId }
}

/** Detaches a file from a contract. */
export async function detach(
  tx: TenantTx,
  actor: Actor,
  attached: Attached,
): Promise<{ fileId: string } | Refused> {
  const contract = await lockToChange(tx, actor, attached.contractId)
  if (isRefusal(contract)) return contract
  const file = await attachmentContext(tx, { ...attached, userId: actor.userId })
  if (!file.isAttached) return refuse('not_found')
  await deleteAttachment(tx, attached)
  await record(
    tx,
    actor,
    contractFact('contract.file_removed', contract.id, {
      before: { fileId: attached.fileId, name: file.name },
    }),
  )
  return { fileId: attached.fileId }
}

/** Locks the contract until the transaction ends. Refused unless the actor may change this revision of it. */
async function lockToChange(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  revision?: number,
): Promise<LockedContract | Refused> {
  // Anybody but an administrator of the company locks nothing and learns nothing.
  if (actor.role !== 'admin') return refuse('forbidden')
  const contract = await lockContract(tx, contractId)
  if (!contract) return refuse('not_found')
  const may = firstRefusal(
    existingContractAbilities(actor, contract).change,
    revision === undefined ? true : sameRevision(contract, revision),
  )
  return may === true ? contract : may
}
