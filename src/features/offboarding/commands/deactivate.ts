/** Deactivation of a person without seats or duties that somebody must take over. */
import { lockCompany } from '#features/companies/store.ts'
import { endDelegations } from '#features/delegations/commands.ts'
import { deactivateMember } from '#features/people/commands.ts'
import { mayAdminister } from '#features/people/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function deactivatePerson(
  tx: TenantTx,
  actor: Actor,
  userId: string,
): Promise<{ userId: string; active: boolean } | Refusal> {
  const may = mayAdminister(actor)
  if (may !== true) return may
  // Two administrators who deactivate each other stand in line here.
  await lockCompany(tx)
  // Delegations are locked before the member, as in a decision; a refusal below rolls their end back.
  await endDelegations(tx, actor, userId)
  const deactivated = await deactivateMember(tx, actor, userId)
  return deactivated === true ? { userId, active: false } : deactivated
}
