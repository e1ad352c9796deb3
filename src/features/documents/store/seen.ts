/** Which orders are there for a person, as commands ask it: the same question that the views answer with the card. */
import { documentsOf } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Of these orders, those that the person sees: by a project, or by a seat of theirs or of whom they stand in for. */
export async function ordersSeen(
  tx: TenantTx,
  actor: Actor,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select d.id from document d
    where d.company_id = ${tx.companyId} and d.id = any (${[...documentIds]}::text[]) and ${documentsOf(tx, actor)}`)
  return new Set(found.map(({ id }) => id))
}

export const seesDocument = async (tx: TenantTx, actor: Actor, documentId: string): Promise<boolean> =>
  (await ordersSeen(tx, actor, [documentId])).has(documentId)
