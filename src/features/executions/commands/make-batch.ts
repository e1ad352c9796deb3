/** Creation of a batch: approved payments become one file for the bank. */
import { createHash } from 'node:crypto'
import { decidersOfEach } from '#features/approvals/store/deciders.ts'
import { loadCompany, takeNumber } from '#features/companies/store.ts'
import type { Principal } from '#features/delegations/rules.ts'
import { findExecutingFor } from '#features/delegations/store.ts'
import { findVisibleIds } from '#features/documents/store/visible.ts'
import { savePaymentBatch } from '#features/documents/store.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import {
  batchPrincipals,
  mayBatch,
  soundAccount,
  soundPayDay,
  soundReason,
} from '#features/executions/rules/batch.ts'
import {
  creditTransferXml,
  isLatin,
  sumTransfers,
  type Transfer,
} from '#features/executions/rules/credit-transfer.ts'
import { remittance } from '#features/executions/rules/payee.ts'
import { needsRelease, reviewSnapshot } from '#features/executions/rules/release.ts'
import { insertBatch } from '#features/executions/store/batches.ts'
import { lockCoolOffs } from '#features/executions/store/cool-off.ts'
import { lockPayable, type PayableDocument } from '#features/executions/store/payable.ts'
import { readReview } from '#features/executions/store/release.ts'
import type { makePaymentBatch } from '#features/executions/wire/batches.ts'
import { holds } from '#features/projects/rules.ts'
import { type ProjectWithStanding, readProjectWithStanding } from '#features/projects/store/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { displayId, newId } from '#kernel/ids.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof makePaymentBatch>
type Payment = Transfer & { readonly documentId: string; readonly payment: number }

/** Creates the batch with all of the orders or none: when one of them cannot be paid, the person decides again. */
export async function makeBatch(
  tx: TenantTx,
  actor: Actor,
  { documentIds, format, reason, ...asked }: Asked,
): Promise<{ id: string } | Refusal> {
  const payOn = dayFrom(asked.payOn)
  if (payOn === null) throw new Error('the wire lets only days through')
  const company = await loadCompany(tx)
  const { bankCoolOffDays } = company
  const chosen = { documentIds: [...new Set(documentIds)], reason, bankCoolOffDays }
  const found = await payable(tx, actor, chosen)
  if (isRefusal(found)) return found
  const { documents, onBehalfOf } = found
  const { iban, name, bic, ordererId } = company
  const sound = firstRefusal<string>(
    soundPayDay(payOn, dayFromInstant(tx.now, actor.zone)),
    iban === null ? refuse('no_company_account') : true,
    isLatin(name) ? true : refuse('company_name_not_latin'),
  )
  if (sound !== true || iban === null) return sound === true ? refuse('no_company_account') : sound
  const number = await takeNumber(tx, 'R')
  const id = displayId('R', number)
  const transfers = documents.map(document => toPayment(document, id))
  const messageId = newId(tx.now.getTime()).replaceAll('-', '')
  const debtor = { name, iban, bic, ordererId }
  const content = creditTransferXml({ format, messageId, madeAt: tx.now, payOn, debtor, transfers })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const amountMinor = sumTransfers(transfers)
  const isForTwo = needsRelease(amountMinor, minorFromText(company.batchReleaseFromMinor))
  await insertBatch(tx, {
    id,
    number,
    format,
    messageId,
    payOn,
    debtor,
    amountMinor,
    content,
    sha256,
    madeBy: actor.userId,
    madeFor: onBehalfOf,
    needsRelease: isForTwo,
    documents: transfers,
  })
  await included(tx, actor, {
    id,
    transfers,
    payOn,
    sha256,
    amountMinor,
    needsRelease: isForTwo,
    reason,
    onBehalfOf,
  })
  return { id }
}

type Chosen = {
  readonly documentIds: readonly string[]
  readonly reason: string | null
  readonly bankCoolOffDays: number
}

type Paid = {
  readonly document: PayableDocument
  readonly project: ProjectWithStanding
  readonly standsInFor: readonly Principal[]
}

/**
 * Locks the orders by id, then their providers, and checks each again: an order that another batch took meanwhile, or
 * whose provider's account has changed, is refused here. `onBehalfOf`: in whose place the person pays them.
 */
async function payable(
  tx: TenantTx,
  actor: Actor,
  { documentIds, reason, bankCoolOffDays: coolOffDays }: Chosen,
): Promise<{ documents: PayableDocument[]; onBehalfOf: string | null } | Refusal> {
  const documents = await lockPayable(tx, documentIds)
  const coolOffs = await lockCoolOffs(tx, { documentIds, coolOffDays, zone: actor.zone })
  const deciders = await decidersOfEach(tx, documentIds)
  const executingFor = await findExecutingFor(tx, actor, documentIds, { held: true })
  const projects = new Map<string, ProjectWithStanding | null>()
  for (const { projectId } of documents)
    if (!projects.has(projectId)) projects.set(projectId, await readProjectWithStanding(tx, actor, projectId))
  const visibleIds = await findVisibleIds(tx, actor, documentIds)
  const visible = documents.filter(({ id }) => visibleIds.has(id))
  if (visible.length !== documentIds.length) return refuse('not_found')
  const handled = visible.map(document => ({
    document,
    project: projects.get(document.projectId) ?? null,
    standsInFor: executingFor.get(document.id) ?? [],
  }))
  const principals = batchPrincipals(
    handled.map(({ project, standsInFor }) => ({
      isOwn: project !== null && holds(actor, project.standing, 'execute'),
      standsInFor,
    })),
  )
  if (isRefusal(principals)) return principals
  const checked = principals.map(principal => ({
    onBehalfOf: principal?.userId ?? null,
    may: firstRefusal<string>(
      ...handled.map(({ document, project }) =>
        project === null
          ? refuse('not_found')
          : mayPay({ document, project, standsInFor: principal === null ? [] : [principal] }),
      ),
    ),
  }))
  const fit = checked.find(({ may }) => may === true)
  if (fit) return { documents: visible, onBehalfOf: fit.onBehalfOf }
  return checked.map(({ may }) => may).find(may => may !== true) ?? refuse('not_found')

  function mayPay({ document, project, standsInFor }: Paid): true | Refusal {
    const hands = deciders.get(document.id) ?? { deciderIds: [], forcerIds: [] }
    const { executorMayApprove } = project.policies
    const may = firstRefusal<string>(
      mayBatch(actor, { ...document, ...hands, executorMayApprove, standsInFor }, project.standing),
      soundReason(document.isProviderOff, reason),
      soundAccount(coolOffs.get(document.id) ?? null),
    )
    return may === true ? true : refuse(may.refused, { ...may.facts, order: document.id })
  }
}

/** Transfer of one order, to the account of its approved revision, whatever the provider's current account is. */
function toPayment(document: PayableDocument, batchId: string): Payment {
  const { id, payment, payments, payable, bankAccount, bankBic, providerName } = document
  if (bankAccount === null) throw new Error(`${id} has no account`)
  return {
    documentId: id,
    payment,
    endToEndId: document.sentAs ?? [id, ...(payments > 1 ? [`p${payment}`] : []), batchId].join('.'),
    amountMinor: payable.minor,
    name: providerName,
    iban: bankAccount,
    bic: bankBic,
    remittance: remittance(document),
  }
}

type Included = {
  readonly id: string
  readonly transfers: readonly Payment[]
  readonly payOn: Day
  readonly sha256: string
  readonly amountMinor: bigint
  readonly needsRelease: boolean
  readonly reason: string | null
  readonly onBehalfOf: string | null
}

async function included(tx: TenantTx, actor: Actor, batch: Included): Promise<void> {
  const { id, transfers, payOn, sha256, amountMinor, reason, onBehalfOf } = batch
  const seen = await readReview(tx, actor, { id, orders: transfers.length, amountMinor })
  const documentIds = transfers.map(({ documentId }) => documentId)
  const endToEndIds = transfers.map(({ endToEndId }) => endToEndId)
  await Promise.all([
    savePaymentBatch(tx, documentIds, id),
    record(
      tx,
      actor,
      batchFact('batch.created', id, {
        after: {
          documentIds,
          endToEndIds,
          payOn,
          sha256,
          amountMinor: minorToText(amountMinor),
          needsRelease: batch.needsRelease,
          review: reviewSnapshot(seen),
        },
        reason,
        onBehalfOf,
      }),
    ),
    ...documentIds.map(documentId =>
      record(
        tx,
        actor,
        executionFact('execution.batched', documentId, { after: { batchId: id }, onBehalfOf }),
      ),
    ),
  ])
}
