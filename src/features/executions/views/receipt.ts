/** Answers about an order's receipt, and this person's permissions to answer. */
import { mayKnowNames } from '#features/documents/rules.ts'
import { type ReceiptFacts, receiptAbilities } from '#features/executions/rules/receipt.ts'
import { receiptAbility } from '#features/executions/text/receipt.ts'
import type { ReceiptAnswerWire, ReceiptWire } from '#features/executions/wire/receipt.ts'
import type { Standing } from '#features/projects/rules.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function readReceiptAnswers(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
): Promise<ReceiptAnswerWire[]> {
  const found = await tx.all<ReceiptAnswerWire>(sql`
    select r.number, r.answer, r.cause, r.comment, trim(who.name || ' ' || who.last_name) as "byName", r.given_at as at
    from receipt r join account who on who.id = r.given_by
    where r.company_id = ${tx.companyId} and r.document_id = ${documentId} order by r.number`)
  return mayKnowNames(actor) ? found : found.map(answer => ({ ...answer, byName: null }))
}

export function toReceipt(
  actor: Actor,
  facts: ReceiptFacts,
  standing: Standing,
  answers: ReceiptAnswerWire[],
): ReceiptWire {
  const { receive, dispute, resolve } = receiptAbilities(actor, facts, standing)
  return {
    answers,
    can: {
      receive: receiptAbility(receive),
      dispute: receiptAbility(dispute),
      resolve: receiptAbility(resolve),
    },
  }
}
