/**
 * Correction of a contract's terms: its open orders are blocked when its dates exclude today, and continue when they
 * include it again.
 */
import { lockOpenDocuments, moveDocuments } from '#features/approvals/commands/contract-documents.ts'
import { isSameTolerance, ownTolerance, toleranceInForce } from '#features/companies/rules/tolerance.ts'
import { contractFact } from '#features/contracts/facts.ts'
import { mayFollow } from '#features/contracts/rules/budget.ts'
import {
  type ContractRefusal,
  existingContractAbilities,
  isInDates,
  sameRevision,
} from '#features/contracts/rules.ts'
import { type LockedContract, lockContract, saveTerms, type Terms } from '#features/contracts/store/life.ts'
import type { changeContract } from '#features/contracts/wire/calls.ts'
import { soundTerms } from '#features/providers/commands/sound-terms.ts'
import { paymentTermsText } from '#features/providers/text/payment-terms.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import type { Snapshot } from '#kernel/fact.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Changes description, conditions, dates and overrun policy; the total has a command of its own (an amendment). */
export async function changeTerms(
  tx: TenantTx,
  actor: Actor,
  contractId: string,
  { revision, ...asked }: BodyOf<typeof changeContract>,
): Promise<ResponseOf<typeof changeContract> | Refusal<ContractRefusal>> {
  // Checked first, so that nobody but an administrator takes a lock or learns that the contract exists.
  if (actor.role !== 'admin') return refuse('forbidden')
  soundTerms(asked.paymentTerms)
  const isOpen = isInDates(asked, dayFromInstant(tx.now, actor.zone))
  if (!(await lockOpenDocuments(tx, contractId, isOpen))) return refuse('too_many_open')
  const contract = await lockContract(tx, contractId)
  if (!contract) return refuse('not_found')
  const chargeBasis = asked.chargeBasis ?? contract.chargeBasis
  const { overrunPolicy = null, paymentTerms = contract.paymentTerms } = asked
  const { currency } = contract.balance.total
  const tolerance =
    asked.tolerance === undefined ? contract.tolerance : ownTolerance(asked.tolerance, currency)
  const terms: Terms = { ...asked, overrunPolicy, tolerance, chargeBasis, paymentTerms }
  const may = firstRefusal(
    existingContractAbilities(actor, contract).change,
    sameRevision(contract, revision),
    mayFollowTerms(contract, terms),
    chargeBasis !== contract.chargeBasis && contract.isCharged ? refuse('already_charged') : true,
  )
  if (may !== true) return may
  await saveTerms(tx, contract.id, terms)
  // A closed contract has already blocked its orders, whatever its dates.
  const orders = contract.status === 'active' ? await moveDocuments(tx, contract.id, isOpen) : 0
  await record(
    tx,
    actor,
    contractFact('contract.changed', contract.id, {
      before: termsSnapshot(contract),
      after: orders === 0 ? termsSnapshot(terms) : { ...termsSnapshot(terms), orders },
    }),
  )
  return { id: contract.id, revision: revision + 1, orders }
}

/** Refuses a policy or a tolerance under which the contract would block though it is exceeded beyond it. */
function mayFollowTerms(contract: LockedContract, terms: Terms): true | Refusal<ContractRefusal> {
  const policy = terms.overrunPolicy ?? contract.companyPolicy
  const isSame = policy === contract.policy && isSameTolerance(terms.tolerance, contract.tolerance)
  const tolerance = toleranceInForce(terms.tolerance, contract.companyTolerance)
  return isSame ? true : mayFollow(contract.balance, { policy, tolerance })
}

function termsSnapshot(terms: Terms): Snapshot {
  const { description, conditions, startsOn, endsOn, overrunPolicy, tolerance, chargeBasis } = terms
  const paymentTerms = terms.paymentTerms && paymentTermsText(terms.paymentTerms)
  return { description, conditions, startsOn, endsOn, overrunPolicy, tolerance, chargeBasis, paymentTerms }
}
