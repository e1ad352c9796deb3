/** Submission of an order: its first revision, or the correction of a returned one, with the seats that approve it. */
import type { z } from 'zod'
import { prepareDocument } from '#features/approvals/commands/prepare-document.ts'
import { openRoute } from '#features/approvals/commands/route.ts'
import { type Route, routeLines } from '#features/approvals/rules/route.ts'
import { moveSeats } from '#features/approvals/store.ts'
import { mayCreate, subscriptionTerms } from '#features/companies/rules.ts'
import { loadCompany, lockCompany, takeNumber } from '#features/companies/store.ts'
import { moveBudget } from '#features/contracts/store.ts'
import { documentFact, type SentDocument } from '#features/documents/facts.ts'
import { documentAbilities, sameRevision } from '#features/documents/rules.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { maskedAccount, revisionContent } from '#features/documents/store/revisions.ts'
import { seesDocument } from '#features/documents/store/visible.ts'
import {
  documentsThisMonth,
  insertDocument,
  insertRevision,
  lockDocument,
  type NewDocument,
  reviseDocument,
} from '#features/documents/store.ts'
import type { DocumentContentWire, SubmittedWire } from '#features/documents/wire.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { displayId } from '#kernel/ids.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Submitted = z.input<typeof SubmittedWire>

/** Creates an order and requests its approval, charging its contract as requested. */
export async function submit(
  tx: TenantTx,
  actor: Actor,
  content: DocumentContentWire,
): Promise<Submitted | Refusal> {
  const planned = await prepareDocument(tx, actor, content, null)
  if (isRefusal(planned)) return planned
  const withinLimit = await refusalIfOverPlanLimit(tx)
  if (withinLimit !== true) return withinLimit
  const number = await takeNumber(tx, 'DOC')
  const order: NewDocument = { ...planned.order, id: displayId('DOC', number), number }
  // Sent in this order on one connection: the order's row comes before the rows that refer to it.
  await Promise.all([
    insertDocument(tx, order),
    insertRevision(tx, order, 1),
    openRoute(tx, order.id, 1, planned.route),
    updateCounters(tx, null, order),
    moveBudget(tx, { ...order, documentId: order.id }, 'submitted'),
    record(
      tx,
      actor,
      documentFact('document.submitted', order.id, {
        after: orderSnapshot(order, 1, planned.route),
        reason: order.duplicateReason,
      }),
    ),
  ])
  return submittedWire(order, 1)
}

/**
 * Refusal when the subscription's monthly limit of orders is reached. The company is locked only when its
 * subscription has a limit; other companies' submissions do not wait for one another.
 */
async function refusalIfOverPlanLimit(tx: TenantTx): Promise<true | Refusal> {
  const subscribed = await loadCompany(tx)
  const { limits } = subscriptionTerms[subscribed.plan]
  if (limits.documents === null) return mayCreate(subscribed, 'documents', 0)
  const company = await lockCompany(tx)
  return mayCreate(company, 'documents', await documentsThisMonth(tx, company.timeZone, limits.documents))
}

/**
 * Corrects a returned order with a new revision, on which nobody has decided yet. The return released the earlier
 * amount; the new one is requested here.
 */
export async function resubmit(
  tx: TenantTx,
  actor: Actor,
  documentId: string,
  content: DocumentContentWire & { readonly revision: number },
): Promise<Submitted | Refusal> {
  const [document, project, isSeen] = await Promise.all([
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    seesDocument(tx, actor, documentId),
  ])
  if (!document || !project || !isSeen) return refuse('not_found')
  const may = firstRefusal<string>(
    sameRevision(document, content.revision),
    documentAbilities(actor, document, project.standing).edit,
  )
  if (may !== true) return may
  const planned = await prepareDocument(tx, actor, content, document)
  if (isRefusal(planned)) return planned
  const order: NewDocument = { ...planned.order, id: document.id, number: document.number }
  const revision = document.revision + 1
  const before = {
    revision: document.revision,
    name: document.name,
    amount: moneyToWire(document.amount),
    ...(await revisionContent(tx, documentId, document.revision)),
  }
  // Sent in this order on one connection: the order's row comes before the rows that refer to it.
  await Promise.all([
    reviseDocument(tx, order, revision),
    order.projectId !== document.projectId && moveSeats(tx, document.id, order.projectId),
    insertRevision(tx, order, revision),
    openRoute(tx, order.id, revision, planned.route),
    updateCounters(tx, document, order),
    moveBudget(tx, { ...order, documentId: order.id }, 'submitted'),
    record(
      tx,
      actor,
      documentFact('document.resubmitted', order.id, {
        before,
        after: orderSnapshot(order, revision, planned.route),
        reason: order.duplicateReason,
      }),
    ),
  ])
  return submittedWire(order, revision)
}

/** Order as its fact tells it: its content, whom it pays, and the stages that it needs. */
function orderSnapshot(order: NewDocument, revision: number, route: Route): SentDocument {
  return {
    revision,
    name: order.name,
    type: order.type,
    projectId: order.projectId,
    contractId: order.contractId,
    state: order.state,
    description: order.description,
    fileIds: order.fileIds,
    providerId: order.providerId,
    providerName: order.providerName,
    account: maskedAccount(order.bankAccount),
    amount: moneyToWire(order.amount),
    invoiceNumber: order.invoiceNumber,
    duplicates: order.duplicateIds,
    flowVersion: order.flowVersion,
    content: order.contentDigest,
    stages: routeLines(route),
  }
}

function submittedWire(order: NewDocument, revision: number): Submitted {
  return {
    id: order.id,
    projectId: order.projectId,
    state: order.state,
    blockCause: order.blockCause,
    revision,
  }
}
