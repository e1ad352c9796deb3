/** Visibility of orders for commands, by the predicate that the views use. */
import { documentVisibleTo } from '#features/documents/scope.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Ids of those orders that the person sees: by a project, by a seat of theirs, or by a seat of somebody they
 * substitute.
 */
export async function findVisibleIds(
  tx: TenantTx,
  actor: Actor,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tx.all<{ id: string }>(sql`
    select d.id from document d
    where d.company_id = ${tx.companyId} and d.id = any (${[...documentIds]}::text[]) and ${documentVisibleTo(tx, actor)}`)
  return new Set(found.map(({ id }) => id))
}

export const isDocumentVisible = async (tx: TenantTx, actor: Actor, documentId: string): Promise<boolean> =>
  (await findVisibleIds(tx, actor, [documentId])).has(documentId)
