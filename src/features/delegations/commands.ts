/** Delegations made and ended: by their principal, by an administrator, or by the program. */
import { lockCompany } from '#features/companies/store.ts'
import { delegationFact } from '#features/delegations/facts.ts'
import {
  type Delegation,
  delegationAbilities,
  mayBegin,
  mayDelegate,
  maySubstitute,
  overlap,
  shareDuty,
} from '#features/delegations/rules.ts'
import {
  delegationsAmong,
  insertDelegation,
  lockDelegation,
  lockDelegations,
  lockOpenDelegations,
  mayName,
  saveEnd,
} from '#features/delegations/store.ts'
import type { NewDelegation } from '#features/delegations/wire.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import { byAnotherHand } from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/permitted.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Creates a delegation. The company is locked, so that the second of two concurrent ones is checked against the
 * first.
 */
export async function make(
  tx: TenantTx,
  actor: Actor,
  { fromId, toId, startsOn, endsOn, covers, max }: NewDelegation,
): Promise<{ id: string } | Refusal> {
  const principalId = fromId ?? actor.userId
  const mayAsk = firstRefusal<string>(
    mayDelegate(actor, principalId),
    accountTrust(actor),
    principalId === actor.userId ? true : byAnotherHand(actor, toId),
  )
  if (mayAsk !== true) return mayAsk
  await lockCompany(tx)
  const [principal, known, isKnown, others] = await Promise.all([
    permitted(tx, principalId),
    permitted(tx, toId),
    mayName(tx, actor, toId),
    delegationsAmong(tx, [principalId, toId]),
  ])
  const substitute = isKnown ? known : null
  const wanted = { fromId: principalId, toId, startsOn, endsOn, covers }
  const may = firstRefusal(
    maySubstitute(principal, substitute),
    mayBegin(wanted, others, dayFromInstant(tx.now, actor.zone)),
  )
  if (may !== true) return may
  const id = newId(tx.now.getTime())
  await insertDelegation(tx, actor.userId, { id, ...wanted, max: max ? moneyFromWire(max) : null })
  await record(
    tx,
    actor,
    delegationFact('delegation.made', id, {
      after: {
        from: principalId,
        to: toId,
        startsOn,
        endsOn,
        covers,
        max: max ? `${max.minor} ${max.currency}` : null,
      },
    }),
  )
  return { id }
}

/** Ends a delegation at once: its substitute decides and executes nothing more in the principal's place. */
export async function end(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string } | Refusal> {
  const delegation = await lockDelegation(tx, id)
  // Only its two people and the administrators know of a delegation: anybody else is answered as if there were none.
  const isOneOfThem = delegation && [delegation.fromId, delegation.toId].includes(actor.userId)
  if (!delegation || !(isOneOfThem || actor.role === 'admin')) return refuse('not_found')
  const may = delegationAbilities(actor, delegation, dayFromInstant(tx.now, actor.zone)).end
  if (may !== true) return may
  await endAndRecord(tx, actor, delegation, null)
  return { id }
}

/** Ends all delegations from or to a person who is deactivated. */
export async function endDelegations(
  tx: TenantTx,
  by: Pick<Actor, 'userId'>,
  userId: string,
  reason = 'Persona desactivada',
): Promise<void> {
  for (const delegation of await lockDelegations(tx, [userId])) await endAndRecord(tx, by, delegation, reason)
}

/**
 * Ends the younger of two delegations whose days overlap, which the rules never allowed. Returns those that were
 * ended.
 */
export async function endOverlapping(tx: TenantTx): Promise<Delegation[]> {
  const valid: Delegation[] = []
  const ended: Delegation[] = []
  for (const each of await lockOpenDelegations(tx)) {
    const isSecond = valid.some(
      other => other.fromId === each.fromId && shareDuty(other.covers, each.covers) && overlap(other, each),
    )
    if (isSecond) await endAndRecord(tx, null, each, 'Ya tenía a otra persona sustituta esos días')
    const list = isSecond ? ended : valid
    list.push(each)
  }
  return ended
}

/**
 * Locks all delegations from or to these people. To be called before their member rows are locked, the sequence that
 * a decision follows.
 */
export async function lockAllDelegations(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await lockDelegations(tx, userIds)
}

/** Saves the end of a delegation, with its fact. */
async function endAndRecord(
  tx: TenantTx,
  by: Pick<Actor, 'userId'> | null,
  { id, fromId, toId, endsOn }: Delegation,
  reason: string | null,
): Promise<void> {
  await saveEnd(tx, by?.userId ?? null, id)
  await record(
    tx,
    by,
    delegationFact('delegation.ended', id, { before: { from: fromId, to: toId, endsOn }, reason }),
  )
}
