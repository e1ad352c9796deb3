/** Deciders of an order: the approvers of its decided seats, the substitutes who decided in their place, and forcers. */
import { decidersOfDocument, forcersOfDocument } from '#features/approvals/scope.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Deciders = {
  /** Ids of everybody who decided on any revision of the order. */
  readonly deciderIds: readonly string[]
  /** Ids of those of them who forced a decision. */
  readonly forcerIds: readonly string[]
}

/** Deciders of each order, by the order's id. */
export async function decidersOfEach(
  tx: TenantTx,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, Deciders>> {
  const found = await tx.all<Deciders & { id: string }>(sql`
    select d.id, ${decidersOfDocument(part`d`)} as "deciderIds", ${forcersOfDocument(part`d`)} as "forcerIds"
    from document d where d.company_id = ${tx.companyId} and d.id = any (${documentIds}::text[])`)
  return new Map(found.map(({ id, deciderIds, forcerIds }) => [id, { deciderIds, forcerIds }]))
}

export async function findDeciders(tx: TenantTx, documentId: string): Promise<Deciders> {
  return (await decidersOfEach(tx, [documentId])).get(documentId) ?? { deciderIds: [], forcerIds: [] }
}
