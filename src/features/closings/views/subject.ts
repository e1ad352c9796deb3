/** Whose month is asked for, as far as the person may see it. */
import { type ClosingActor, closingReach, closingSubject } from '#features/closings/rules.ts'
import { seesWholeClient } from '#features/closings/scope.ts'
import type { Asked } from '#features/closings/views/parts.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFromInstant } from '#kernel/day.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

export async function closingActor(tx: TenantTx, actor: Actor): Promise<ClosingActor> {
  const found = await tx.one<{ whole: boolean }>(sql`select ${seesWholeClient(actor)} as whole`)
  return { ...actor, seesWholeClient: found?.whole ?? false }
}

export type Subject = {
  readonly asked: Asked
  readonly client: { readonly id: string; readonly name: string } | null
  readonly person: ClosingActor
}

/**
 * The days asked for, of the company or the client; null for a client that does not exist for the person.
 * @throws ProblemError `forbidden` for somebody who sees no months.
 */
export async function findSubject(
  tx: TenantTx,
  actor: Actor,
  { clientId, ...span }: { clientId?: string | undefined; from: Day; until: Day },
): Promise<Subject | null> {
  const person = await closingActor(tx, actor)
  const subject = closingSubject(closingReach(person), clientId)
  if (isRefusal(subject)) {
    if (subject.refused === 'forbidden') throw commonProblem('forbidden')
    return null
  }
  const client = subject.clientId === null ? null : await findClient(tx, subject.clientId)
  if (subject.clientId !== null && client === null) return null
  const today = dayFromInstant(tx.now, actor.zone)
  const { companyId } = tx
  return { client, person, asked: { ...span, ...subject, companyId, today, zone: actor.zone } }
}

const findClient = (tx: TenantTx, clientId: string): Promise<{ id: string; name: string } | null> =>
  tx.one<{ id: string; name: string }>(sql`
    select k.id, k.name from client k where k.company_id = ${tx.companyId} and k.id = ${clientId}`)
