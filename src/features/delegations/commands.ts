import { lockCompany } from '#features/companies/store.ts'
import {
  abilities,
  type Delegation,
  mayBegin,
  mayDelegate,
  mayStandIn,
  overlap,
} from '#features/delegations/rules.ts'
import {
  delegationsAmong,
  insertDelegation,
  lockDelegation,
  lockDelegationsOf,
  lockOpenDelegations,
  mayName,
  saveEnd,
} from '#features/delegations/store.ts'
import type { NewDelegation } from '#features/delegations/wire.ts'
import { ownHands } from '#features/identity/rules/hands.ts'
import { byAnotherHand } from '#features/projects/rules.ts'
import { permitted } from '#features/projects/store/people.ts'
import type { Actor } from '#kernel/actor.ts'
import { dayOf } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyFromWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { tell } from '#server/jobs/outbox.ts'

/** The company is held, so that of two substitutes named at once the second finds the first. */
export async function make(
  tx: TenantTx,
  actor: Actor,
  { fromId, toId, startsOn, endsOn, max }: NewDelegation,
): Promise<{ id: string } | Refusal> {
  const giverId = fromId ?? actor.userId
  const mine = firstRefusal<string>(
    mayDelegate(actor, giverId),
    ownHands(actor),
    giverId === actor.userId ? true : byAnotherHand(actor, toId),
  )
  if (mine !== true) return mine
  await lockCompany(tx)
  const [giver, known, isKnown, others] = await Promise.all([
    permitted(tx, giverId),
    permitted(tx, toId),
    mayName(tx, actor, toId),
    delegationsAmong(tx, [giverId, toId]),
  ])
  const substitute = isKnown ? known : null
  const wanted = { fromId: giverId, toId, startsOn, endsOn }
  const may = firstRefusal(mayStandIn(giver, substitute), mayBegin(wanted, others, dayOf(tx.now, actor.zone)))
  if (may !== true) return may
  const id = newId(tx.now.getTime())
  await insertDelegation(tx, actor.userId, { id, ...wanted, max: max ? moneyFromWire(max) : null })
  await Promise.all([
    record(tx, actor, {
      action: 'delegation.made',
      object: { type: 'delegation', id },
      after: { from: giverId, to: toId, startsOn, endsOn, max: max ? `${max.minor} ${max.currency}` : null },
    }),
    tell(tx, 'delegation.made', { delegationId: id, by: actor.userId }),
  ])
  return { id }
}

/** From now on the substitute decides nothing in the giver's place. */
export async function end(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string } | Refusal> {
  const delegation = await lockDelegation(tx, id)
  // Of somebody else's there is nothing to know, but for those who stand in and the administrators.
  const concerns = delegation && [delegation.fromId, delegation.toId].includes(actor.userId)
  if (!delegation || !(concerns || actor.role === 'admin')) return refuse('not_found')
  const may = abilities(actor, delegation, dayOf(tx.now, actor.zone)).end
  if (may !== true) return may
  await finish(tx, actor, delegation, null)
  return { id }
}

/** Whoever is deactivated stands in for nobody any more, and nobody for them. */
export async function endAllOf(
  tx: TenantTx,
  by: Pick<Actor, 'userId'>,
  userId: string,
  reason = 'Persona desactivada',
): Promise<void> {
  for (const delegation of await lockDelegationsOf(tx, [userId])) await finish(tx, by, delegation, reason)
}

/** Of two substitutes of one person on one day the younger was never allowed. Answers those that are ended. */
export async function endOverlapping(tx: TenantTx): Promise<Delegation[]> {
  const kept: Delegation[] = []
  const ended: Delegation[] = []
  for (const each of await lockOpenDelegations(tx)) {
    const isSecond = kept.some(other => other.fromId === each.fromId && overlap(other, each))
    if (isSecond) await finish(tx, null, each, 'Ya tenía a otra persona sustituta esos días')
    const list = isSecond ? ended : kept
    list.push(each)
  }
  return ended
}

/** Before their members are, as a decision does: whoever changes people that may be let go holds these first. */
export async function holdAllOf(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  await lockDelegationsOf(tx, userIds)
}

async function finish(
  tx: TenantTx,
  by: Pick<Actor, 'userId'> | null,
  { id, fromId, toId, endsOn }: Delegation,
  reason: string | null,
): Promise<void> {
  await saveEnd(tx, by?.userId ?? null, id)
  await Promise.all([
    record(tx, by, {
      action: 'delegation.ended',
      object: { type: 'delegation', id },
      before: { from: fromId, to: toId, endsOn },
      reason,
    }),
    tell(tx, 'delegation.ended', { delegationId: id, by: by?.userId ?? null }),
  ])
}
