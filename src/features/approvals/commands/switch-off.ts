/** The last step of somebody's departure, when nothing waits for them any more. The company is locked already. */
import { deleteSessionsIn } from '#features/identity/store/sessions.ts'
import { abilities, mayLeave } from '#features/people/rules.ts'
import { countActiveAdmins, countOpenSeats, lockMember, saveActive } from '#features/people/store.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

export async function switchOff(tx: TenantTx, actor: Actor, userId: string): Promise<true | Refusal> {
  const member = await lockMember(tx, userId)
  if (!member) return refuse('not_found')
  const may = firstRefusal(
    abilities(actor, member, await countActiveAdmins(tx)).deactivate,
    mayLeave(await countOpenSeats(tx, userId)),
  )
  if (may !== true) return may
  if (member.active) {
    await saveActive(tx, userId, false)
    await record(tx, actor, {
      action: 'person.deactivated',
      object: { type: 'person', id: userId },
      before: { active: true },
      after: { active: false },
    })
  }
  await deleteSessionsIn(tx, userId, tx.companyId)
  return true
}
