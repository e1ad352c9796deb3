/**
 * Grupo Miramar pays by its bank: a batch that a second person releases, the bank's statement that says which of its
 * payments were made and which came back, and a credit note. Two lines of the statement are left for whoever tries it.
 */
import { product } from '#app/product.ts'
import type { Owed, OwedOrders } from '#demo/bottling.ts'
import type { DemoHistory } from '#demo/history.ts'
import { ownIban, type People } from '#demo/hotel-people.ts'
import { camt053, type Movement } from '#demo/statement.ts'
import { credit } from '#features/approvals/commands/credit.ts'
import { decideSeat } from '#features/approvals/commands/decide.ts'
import { CreditNoteContentWire } from '#features/approvals/wire/credit-notes.ts'
import { importFile } from '#features/bank/commands/import.ts'
import { settleLines } from '#features/bank/commands/settle.ts'
import { matchedLines } from '#features/bank/store/matched-lines.ts'
import { excerptPaper } from '#features/bank/views/excerpt-paper.ts'
import { makeBatch } from '#features/executions/commands/make-batch.ts'
import { downloadBatch, releaseBatch, reviewVersion } from '#features/executions/commands/release-batch.ts'
import { confirm } from '#features/executions/commands.ts'
import { businessDayFrom } from '#features/executions/rules/business-day.ts'
import { formats } from '#features/executions/rules/credit-transfer.ts'
import { unlessRefused } from '#features/samples/commands/history.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import type { Each } from '#server/http/route.ts'
import { pdf } from '#server/pdf/paper.ts'

export async function payByBank(history: DemoHistory, company: People, owed: OwedOrders): Promise<void> {
  const batchId = await sendBatch(history, company, owed)
  const today = history.before(0)
  await readStatement(history, today, company.treasury, { owed, batchId })
  await creditBottles(history, today, company, owed.bottles)
}

/** Returns the id of the batch that went to the bank yesterday. */
async function sendBatch(
  history: DemoHistory,
  { treasury, keeper }: People,
  { bottles, boxes, haulage }: OwedOrders,
): Promise<string> {
  const tx = history.before(1)
  const documentIds = [bottles.id, boxes.id, haulage.id]
  const payOn = businessDayFrom(history.dayIn(-1))
  const asked = { documentIds, creditNotes: [], payOn, format: formats[0], reason: null }
  const { id } = unlessRefused(await makeBatch(tx, treasury, asked))
  unlessRefused(await releaseBatch(tx, keeper, id, await reviewVersion(tx, keeper, id)))
  unlessRefused(await downloadBatch(tx, treasury, id))
  return id
}

type Sent = { readonly owed: OwedOrders; readonly batchId: string }

/** Imports the statement, and settles what it says of the bottles and of the haulage. */
async function readStatement(
  history: DemoHistory,
  tx: TenantTx,
  treasury: Actor,
  { owed: { bottles, boxes, haulage }, batchId }: Sent,
): Promise<void> {
  const [yesterday, today] = [history.dayIn(-1), history.dayIn(0)]
  const paid = (of: Owed, part: string, reference: string): Movement => ({
    on: yesterday,
    minor: -of.nextMinor,
    text: `Transferencia a ${of.payee.name}`,
    reference,
    transfer: {
      endToEndId: `${of.id}${part}.${batchId}`,
      payee: of.payee.name,
      iban: of.payee.iban,
    },
  })
  const sent = paid(haulage, '', '2026117003')
  const back = { ...sent, on: today, minor: haulage.nextMinor, reference: '2026117104', returned: 'AC04' }
  const fee = { on: today, minor: -1_850n, text: 'Comisión de servicio', reference: '2026117105' }
  const statement = camt053({
    iban: ownIban,
    openingMinor: 1_842_060n,
    from: yesterday,
    to: today,
    movements: [
      paid(bottles, '.p1', '2026117001'),
      paid(boxes, '', '2026117002'),
      sent,
      { ...back, text: `Devolución de transferencia a ${haulage.payee.name}` },
      fee,
    ],
  })
  const fileId = await history.file(tx, treasury, `extracto-${today}.xml`, Buffer.from(statement))
  const each: Each = work => work(tx, treasury)
  unlessRefused(await importFile(each, history.files, { fileId }))
  const { lines } = await matchedLines(tx, treasury)
  const settled = lines.flatMap(({ kept, match: { kind, payments } }) =>
    kind !== null && payments.some(({ documentId }) => [bottles.id, haulage.id].includes(documentId))
      ? [{ lineId: kept.id, kind, payments: [...payments] }]
      : [],
  )
  const print: Parameters<typeof settleLines>[1]['print'] = excerpt => pdf(excerptPaper(excerpt, product))
  const { items } = unlessRefused(
    await settleLines(each, { files: history.files, print }, { lines: settled }),
  )
  if (settled.length !== 3 || items.some(item => item.settled !== true))
    throw new Error(`the statement was not settled: ${JSON.stringify(items)}`)
}

/** Bottles that arrived broken: their credit note is approved, and confirmed once some of the order is paid. */
async function creditBottles(
  history: DemoHistory,
  tx: TenantTx,
  { admin, marta, lucia, treasury }: People,
  { id: creditedId, payee }: Owed,
): Promise<void> {
  const number = 'EL-A-2026-0031'
  const lines = ['Factura rectificativa', `${payee.name} SL`, 'Botellas rotas en la entrega', '121,00 €']
  const content = CreditNoteContentWire.parse({
    revision: 1,
    name: 'Botellas rotas en la entrega',
    amountMinor: '12100',
    breakdown: { taxLines: [{ kind: 'iva', rate: 2100, baseMinor: '10000', taxMinor: '2100' }] },
    invoiceNumber: number,
    invoiceDate: history.dayIn(-1),
    fileIds: [await history.pdf(tx, admin, `${number}.pdf`, lines)],
  })
  const { id } = unlessRefused(await credit(tx, admin, creditedId, content))
  for (const approver of [marta, lucia]) {
    const decision = { revision: 1, decision: 'approve', comment: null } as const
    unlessRefused(await decideSeat(tx, approver, id, decision))
  }
  const executed = { revision: 1, executedOn: history.dayIn(0), reference: number, comment: null }
  const proofFileId = await history.pdf(tx, treasury, `comprobante-${id}.pdf`, [`Abono ${number} aplicado`])
  unlessRefused(await confirm(tx, treasury, id, { ...executed, proofFileId, way: 'by_hand' }))
}
