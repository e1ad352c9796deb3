/** Submission of an order: its first revision, or the correction of a returned one, with the seats that approve it. */
import type { z } from 'zod'
import { prepareDocument, type Requester } from '#features/approvals/commands/prepare-document.ts'
import { openRoute } from '#features/approvals/commands/route.ts'
import { type Route, routeLines } from '#features/approvals/rules/route.ts'
import { moveSeats } from '#features/approvals/store.ts'
import { mayCreate, subscriptionTerms } from '#features/companies/rules.ts'
import { loadCompany, lockCompany, takeNumber } from '#features/companies/store.ts'
import { moveBudgets } from '#features/cost-centres/commands/move-budgets.ts'
import { documentFact, type SentDocument } from '#features/documents/facts.ts'
import { documentAbilities, sameRevision } from '#features/documents/rules.ts'
import {
  insertDocument,
  insertRevision,
  type NewDocument,
  reviseDocument,
} from '#features/documents/store/content.ts'
import { updateCounters } from '#features/documents/store/counters.ts'
import { lockWithCredited } from '#features/documents/store/credit-notes.ts'
import { maskedAccount, revisionContent } from '#features/documents/store/revisions.ts'
import { isDocumentVisible } from '#features/documents/store/visible.ts'
import { documentsThisMonth, type LockedDocument, lockDocument } from '#features/documents/store.ts'
import type { DocumentContentWire } from '#features/documents/wire/content.ts'
import type { SubmittedWire } from '#features/documents/wire.ts'
import { projectOfDocument } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { displayId } from '#kernel/ids.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { moneyToWire } from '#kernel/wire.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Submitted = z.input<typeof SubmittedWire>

type Given = {
  /** Order, locked, that it reduces as a credit note. */
  readonly credited?: LockedDocument
  /** Files that the person may attach though somebody else uploaded them. */
  readonly lentFileIds?: readonly string[]
  /** Cost centre of the order that it repeats, which it has unless it names another. */
  readonly formerCentreId?: string | null
  /** Person to whom it belongs, who may order there; the actor's own without one. */
  readonly requester?: Requester | undefined
}

/** Creates an order and requests its approval, charging its contract and its cost centre as requested. */
export async function submit(
  tx: TenantTx,
  actor: Actor,
  content: DocumentContentWire,
  given: Given = {},
): Promise<Submitted | Refusal> {
  const planned = await prepareDocument(tx, actor, content, given)
  if (isRefusal(planned)) return planned
  const withinLimit = await refusalIfOverPlanLimit(tx)
  if (withinLimit !== true) return withinLimit
  const number = await takeNumber(tx, 'DOC')
  const document: NewDocument = { ...planned.document, id: displayId('DOC', number), number }
  // Sent in this order on one connection: the order's row comes before the rows that refer to it.
  await Promise.all([
    insertDocument(tx, document),
    insertRevision(tx, document, 1),
    openRoute(tx, { ...document, revision: 1 }, planned.route),
    updateCounters(tx, null, document),
    moveBudgets(tx, { ...document, documentId: document.id }, 'submitted'),
    record(
      tx,
      actor,
      documentFact('document.submitted', document.id, {
        after: { ...documentSnapshot(document, 1, planned.route), ...requesterSnapshot(given) },
        reason: document.duplicateReason,
      }),
    ),
  ])
  return submittedWire(document, 1)
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
  const [, current, project, isVisible] = await Promise.all([
    lockWithCredited(tx, documentId),
    lockDocument(tx, documentId),
    projectOfDocument(tx, actor, documentId),
    isDocumentVisible(tx, actor, documentId),
  ])
  if (!current || !project || !isVisible) return refuse('not_found')
  const may = firstRefusal<string>(
    sameRevision(current, content.revision),
    documentAbilities(actor, current, project.standing).edit,
  )
  if (may !== true) return may
  const credited = current.creditedId === null ? null : await lockDocument(tx, current.creditedId)
  // Whoever does not know the contract of a credit note's order corrects it all the same.
  const contractId = content.contractId ?? credited?.contractId
  const corrected = { ...content, contractId }
  const formerCentreId = current.costCentre?.id ?? null
  const planned = await prepareDocument(tx, actor, corrected, {
    corrected: current,
    credited,
    formerCentreId,
  })
  if (isRefusal(planned)) return planned
  const next: NewDocument = { ...planned.document, id: current.id, number: current.number }
  const revision = current.revision + 1
  const before = {
    revision: current.revision,
    name: current.name,
    amount: moneyToWire(current.amount),
    ...(await revisionContent(tx, documentId, current.revision)),
  }
  // Sent in this order on one connection: the order's row comes before the rows that refer to it.
  await Promise.all([
    reviseDocument(tx, next, revision),
    next.projectId !== current.projectId && moveSeats(tx, current.id, next.projectId),
    insertRevision(tx, next, revision),
    openRoute(tx, { ...next, revision }, planned.route),
    updateCounters(tx, current, next),
    moveBudgets(tx, { ...next, documentId: next.id }, 'submitted'),
    record(
      tx,
      actor,
      documentFact('document.resubmitted', next.id, {
        before,
        after: documentSnapshot(next, revision, planned.route),
        reason: next.duplicateReason,
      }),
    ),
  ])
  return submittedWire(next, revision)
}

/** Order as its fact tells it: its content, whom it pays, and the stages that it needs. */
function documentSnapshot(document: NewDocument, revision: number, route: Route): SentDocument {
  return {
    revision,
    name: document.name,
    type: document.type,
    projectId: document.projectId,
    contractId: document.contractId,
    ...(document.costCentre === null ? {} : centreSnapshot(document.costCentre)),
    state: document.state,
    description: document.description,
    fileIds: document.fileIds,
    providerId: document.providerId,
    providerName: document.providerName,
    account: maskedAccount(document.bankAccount),
    amount: moneyToWire(document.amount),
    invoiceNumber: document.invoiceNumber,
    ...(document.creditedId === null ? {} : { creditedId: document.creditedId }),
    duplicates: document.duplicateIds,
    flowVersion: document.flowVersion,
    content: document.contentDigest,
    ...routeLines(route),
  }
}

/** Whoever an order is sent for by somebody else, as its fact tells it. */
const requesterSnapshot = ({ requester }: Given) =>
  requester === undefined ? {} : { requesterId: requester.userId, requester: requester.name }

/** Cost centre of an order as facts tell it. */
const centreSnapshot = ({ id, code, year }: NonNullable<NewDocument['costCentre']>) => ({
  costCentreId: id,
  costCentre: code,
  costCentreYear: year,
})

function submittedWire(document: NewDocument, revision: number): Submitted {
  return {
    id: document.id,
    projectId: document.projectId,
    state: document.state,
    blockCause: document.blockCause,
    revision,
  }
}
