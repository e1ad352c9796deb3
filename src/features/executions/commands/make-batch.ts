/** Creation of a batch: approved payments become one file for the bank. */
import { createHash } from 'node:crypto'
import { loadCompany, takeNumber } from '#features/companies/store.ts'
import { saveNettedBatch } from '#features/documents/store/credit-notes.ts'
import { savePaymentBatch } from '#features/documents/store.ts'
import { type ChosenNote, lockChosen } from '#features/executions/commands/chosen.ts'
import { batchFact, executionFact } from '#features/executions/facts.ts'
import { soundPayDay } from '#features/executions/rules/batch.ts'
import {
  creditTransferXml,
  isLatin,
  sumTransfers,
  type Transfer,
} from '#features/executions/rules/credit-transfer.ts'
import { toldNotes } from '#features/executions/rules/netting.ts'
import { remittance } from '#features/executions/rules/payee.ts'
import { needsRelease, reviewSnapshot } from '#features/executions/rules/release.ts'
import { insertBatch } from '#features/executions/store/batches.ts'
import { type BatchCreditNote, insertNetted } from '#features/executions/store/netting.ts'
import type { PayableDocument } from '#features/executions/store/payable.ts'
import { readReview } from '#features/executions/store/release.ts'
import type { makePaymentBatch } from '#features/executions/wire/make-batch.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Day, dayFrom, dayFromInstant } from '#kernel/day.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { displayId, newId } from '#kernel/ids.ts'
import { minorFromText, minorToText } from '#kernel/money.ts'
import { firstRefusal, isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Asked = BodyOf<typeof makePaymentBatch>
type Payment = Transfer & {
  readonly documentId: string
  readonly payment: number
  readonly nettedMinor: bigint | null
}

/** Creates the batch with all of the orders or none: when one of them cannot be paid, the person decides again. */
export async function makeBatch(
  tx: TenantTx,
  actor: Actor,
  { documentIds, creditNotes: pairs, format, reason, ...asked }: Asked,
): Promise<{ id: string } | Refusal> {
  const payOn = dayFrom(asked.payOn)
  if (payOn === null) throw new Error('the wire lets only days through')
  const company = await loadCompany(tx)
  const { bankCoolOffDays } = company
  const chosen = { documentIds: [...new Set(documentIds)], pairs, reason, bankCoolOffDays }
  const found = await lockChosen(tx, actor, chosen)
  if (isRefusal(found)) return found
  const { documents, notes, onBehalfOf } = found
  const { iban, name, bic, ordererId } = company
  const sound = firstRefusal<string>(
    soundPayDay(payOn, dayFromInstant(tx.now, actor.zone)),
    iban === null ? refuse('no_company_account') : true,
    isLatin(name) ? true : refuse('company_name_not_latin'),
  )
  if (sound !== true || iban === null) return sound === true ? refuse('no_company_account') : sound
  const number = await takeNumber(tx, 'R')
  const id = displayId('R', number)
  const transfers = documents.map(document => toPayment(document, id, notes.get(document.id) ?? []))
  const creditNotes = documents.flatMap(document => reducing(document.id, notes.get(document.id) ?? []))
  const messageId = newId(tx.now.getTime()).replaceAll('-', '')
  const debtor = { name, iban, bic, ordererId }
  const content = creditTransferXml({ format, messageId, madeAt: tx.now, payOn, debtor, transfers })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const amountMinor = sumTransfers(transfers)
  const grossMinor = amountMinor + sumTransfers(creditNotes)
  const isForTwo = needsRelease(grossMinor, minorFromText(company.batchReleaseFromMinor))
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
  await insertNetted(tx, id, creditNotes)
  await included(tx, actor, {
    id,
    transfers,
    creditNotes,
    payOn,
    sha256,
    amountMinor,
    needsRelease: isForTwo,
    reason,
    onBehalfOf,
  })
  return { id }
}

/** Credit notes that reduce the payment of an order. */
const reducing = (documentId: string, notes: readonly ChosenNote[]) =>
  notes.map(({ id: creditNoteId, amountMinor }) => ({ creditNoteId, documentId, amountMinor }))

/**
 * Transfer of one order, less its credit notes, to the account of its approved revision, whatever the provider's current
 * account is.
 */
function toPayment(document: PayableDocument, batchId: string, notes: readonly ChosenNote[]): Payment {
  const { id, payment, payments, payable, bankAccount, bankBic, providerName } = document
  if (bankAccount === null) throw new Error(`${id} has no account`)
  const nettedMinor = sumTransfers(notes)
  return {
    documentId: id,
    payment,
    endToEndId: document.sentAs ?? [id, ...(payments > 1 ? [`p${payment}`] : []), batchId].join('.'),
    amountMinor: payable.minor - nettedMinor,
    nettedMinor: notes.length === 0 ? null : nettedMinor,
    name: providerName,
    iban: bankAccount,
    bic: bankBic,
    remittance: remittance(document, notes),
  }
}

type Included = {
  readonly id: string
  readonly transfers: readonly Payment[]
  readonly creditNotes: readonly Omit<BatchCreditNote, 'isIn'>[]
  readonly payOn: Day
  readonly sha256: string
  readonly amountMinor: bigint
  readonly needsRelease: boolean
  readonly reason: string | null
  readonly onBehalfOf: string | null
}

async function included(tx: TenantTx, actor: Actor, batch: Included): Promise<void> {
  const { id, transfers, creditNotes, payOn, sha256, amountMinor, reason, onBehalfOf } = batch
  const seen = await readReview(tx, actor, { id, orders: transfers.length, amountMinor, creditNotes })
  const documentIds = transfers.map(({ documentId }) => documentId)
  const endToEndIds = transfers.map(({ endToEndId }) => endToEndId)
  const reduced = Map.groupBy(creditNotes, ({ documentId }) => documentId)
  const noteIds = (notes: Included['creditNotes']) => notes.map(({ creditNoteId }) => creditNoteId)
  const batched = (documentId: string, netting: object) =>
    record(
      tx,
      actor,
      executionFact('execution.batched', documentId, { after: { batchId: id, ...netting }, onBehalfOf }),
    )
  await Promise.all([
    savePaymentBatch(tx, documentIds, id, [...reduced.keys()]),
    saveNettedBatch(tx, noteIds(creditNotes), id),
    record(
      tx,
      actor,
      batchFact('batch.created', id, {
        after: {
          documentIds,
          endToEndIds,
          ...toldNotes(creditNotes),
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
    ...documentIds.map(documentId => {
      const notes = reduced.get(documentId)
      return batched(documentId, notes ? { creditNoteIds: noteIds(notes) } : {})
    }),
    ...creditNotes.map(({ creditNoteId, documentId }) => batched(creditNoteId, { reduces: documentId })),
  ])
}
