/** Layout of a Constancia: its certified content, in Spanish, with instants in the company's time zone. */

import { reassignedWords } from '#features/approvals/text/reassigned.ts'
import { addedWords, deputySeatWords, forcedWords, fromMailWords } from '#features/approvals/text/told.ts'
import { certificateTitle, endWord } from '#features/certificates/text/certificate.ts'
import { commentBlocks } from '#features/certificates/views/comments-paper.ts'
import {
  endingText,
  endStamp,
  freedBlocks,
  stageOutcomeText,
} from '#features/certificates/views/ended-paper.ts'
import type {
  CertifiedExecutionWire,
  CertifiedSeatWire,
  CertifiedWire,
} from '#features/certificates/wire/certificate.ts'
import { toleratedText } from '#features/contracts/text/tolerated.ts'
import { toleratedFromWire } from '#features/contracts/wire/tolerated.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { breakdownParts, payableLabel } from '#features/documents/text/breakdown.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { identityText } from '#features/step-up/text/confirmed.ts'
import { formatDay, formatInstant } from '#kernel/day.ts'
import { formatMoney, minorFromText, minorToText, moneyFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import type { Block, Entry, LabelledText, Paper } from '#server/pdf/paper.ts'

type Issue = { readonly code: string; readonly address: string; readonly product: string }

export function certificatePaper(content: CertifiedWire, { code, address, product }: Issue): Paper {
  const { order, ended, issuedAt } = content
  return {
    title: certificateTitle(ended?.end ?? null),
    subtitle: `${kindText(order)}${order.creditedId ? ':' : ''} ${order.id} · ${order.name}`,
    author: order.companyName,
    product,
    stamp: stampText(content),
    ...(ended && { ending: endingText(content, ended) }),
    footer: `${order.isSample ? 'EJEMPLO SIN VALOR · ' : ''}${ended ? `${endStamp[ended.end]} · ` : ''}${order.id} · Constancia ${code}`,
    madeAt: new Date(issuedAt),
    // First, so that it stands on the first page, however long the rest is.
    blocks: [
      {
        kind: 'qr',
        address,
        title: 'Comprobar que es auténtica',
        lines: [
          `Escanea el código o abre esta dirección. Allí se dice solo si la constancia es auténtica${ended ? ` y que el pedido fue ${endWord[ended.end]}` : ''}: no muestra nada ${ended ? 'más' : 'de su contenido'}.`,
          address,
          `Código: ${code}`,
        ],
      },
      ...orderBlocks(content),
      ...stageBlocks(content),
      ...budgetBlocks(content),
      ...(ended ? freedBlocks(content, ended) : []),
      ...executionBlocks(content),
      ...commentBlocks(content),
      ...traceBlocks(content),
    ],
  }
}

function stampText({ order, ended }: CertifiedWire): string {
  if (order.isSample) return 'EJEMPLO SIN VALOR'
  if (ended) return endStamp[ended.end]
  if (order.state !== 'executed') return 'APROBADO'
  if (order.creditedId !== null) return 'APROBADO Y ABONADO'
  return order.type === 'gasto' ? 'APROBADO Y PAGADO' : 'APROBADO Y EMITIDO'
}

const instantText = ({ order }: CertifiedWire, instant: string) => formatInstant(instant, order.zone)

const amountText = ({ order }: CertifiedWire, minor: string) =>
  formatMoney(moneyFromText(minor, currencyFrom(order.currency)))

/** The parts of the amount, and the amounts that follow from it. */
function amountRows(content: CertifiedWire): LabelledText[] {
  const { type, creditedId, breakdown, currency, chargeMinor, payableMinor } = content.order
  if (breakdown === null) return []
  const payable = payableLabel(type, creditedId !== null)
  return [
    ...breakdownParts(breakdownFromDigits(breakdown), currencyFrom(currency)),
    ...(payableMinor === null ? [] : [[payable, amountText(content, payableMinor)] as const]),
    ...(chargeMinor === null ? [] : [['Carga al contrato', amountText(content, chargeMinor)] as const]),
  ]
}

/** Days on which the order is due, one to a line; no row for an order that plans none. */
function paymentRows(content: CertifiedWire): LabelledText[] {
  const { payments } = content.order
  if (payments.length === 0) return []
  const lines = payments.map(
    ({ dueOn, amountMinor }) => `${formatDay(dueOn)}: ${amountText(content, amountMinor)}`,
  )
  return [[payments.length === 1 ? 'Vencimiento' : 'Vencimientos', lines.join('\n')]]
}

function orderBlocks(content: CertifiedWire): Block[] {
  const { order, files } = content
  const figures: LabelledText[] = [
    ['Monto', amountText(content, order.amountMinor)],
    ['Proveedor', order.provider],
    ['Solicitado por', order.requester],
  ]
  const rows: LabelledText[] = [
    ...(order.bankAccount === null ? [] : [['Cuenta bancaria', order.bankAccount] as const]),
    ...amountRows(content),
    ...paymentRows(content),
    ...(order.creditedId === null ? [] : [['Abono de', order.creditedId] as const]),
    ['Proyecto', order.project],
    ['Contrato', order.contract],
    ['Cliente', order.client],
    ['Enviado', `${instantText(content, order.submittedAt)} (revisión ${order.revision})`],
    ...(order.description === null ? [] : [['Descripción', order.description] as const]),
    ...files.map(
      (file, at): LabelledText => [
        at === 0 ? 'Adjuntos, con su SHA-256' : '',
        `${file.name}\n${file.sha256}`,
      ],
    ),
  ]
  return [
    { kind: 'heading', text: 'Pedido' },
    { kind: 'figures', figures },
    { kind: 'lines', lines: rows },
  ]
}

function stageBlocks(content: CertifiedWire): Block[] {
  return [...Map.groupBy(content.seats, seat => seat.stage).values()].flatMap((seats, at): Block[] => {
    const [first] = seats
    if (!first) return []
    const asked = seats.filter(seat => seat.status !== 'void' && seat.deputy === null).length
    const note = `${first.basis}. ${neededText(first, asked)}.${content.ended ? stageOutcomeText(first) : ''}${forcedNote(content, first)}`
    return [
      { kind: 'heading', text: `Etapa ${at + 1}: ${first.stageName}`, note },
      { kind: 'entries', entries: seats.map(seat => decisionEntry(content, seat)) },
    ]
  })
}

/** Note of a stage whose outcome an administrator forced; '' for any other. */
function forcedNote(content: CertifiedWire, { forced }: CertifiedSeatWire): string {
  if (!forced) return ''
  const confirmed = identityText(forced.confirmedBy)
  return ` ${forcedWords(forced)}${confirmed === null ? '' : `, ${confirmed}`}, el ${instantText(content, forced.at)}.`
}

function neededText({ mode, needed }: CertifiedSeatWire, seats: number): string {
  if (mode === 'any') return 'Basta una aprobación'
  if (mode === 'quorum')
    return `${needed === 1 ? 'Se necesita' : 'Se necesitan'} ${needed} de ${seats} aprobaciones`
  return seats === 1 ? 'Se necesita su aprobación' : `Se necesitan las ${seats} aprobaciones`
}

const outcomeTexts = new Map([
  ['approved', 'Aprobado'],
  ['rejected', 'Rechazado'],
  ['returned', 'Devuelto'],
  ['skipped', 'No requerida'],
  ['pending', 'Pendiente'],
  ['void', 'Sin efecto'],
])

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function decisionEntry(content: CertifiedWire, seat: CertifiedSeatWire): Entry {
  const { approver, decidedBy, decidedAt, status, comment, given, added } = seat
  const who = decidedBy === null ? approver : `${decidedBy} en nombre de ${approver}`
  const confirmed = identityText(seat.confirmedBy)
  const isOverridden = seat.forced !== null && status === 'skipped'
  const what = isOverridden ? 'Decidida por administración' : (outcomeTexts.get(status) ?? status)
  const rows = [
    ...(added ? [`${addedWords(added)}.`] : []),
    ...(seat.deputy ? [`${deputySeatWords(seat.deputy)}.`] : []),
    ...(given ? [`${reassignedWords(given)}.`] : []),
    ...(seat.through === 'mail' ? [`Decidido ${fromMailWords}.`] : []),
    ...(confirmed === null ? [] : [`${capitalized(confirmed)}.`]),
    ...(comment === null ? [] : [`«${comment}»`]),
  ]
  return {
    title: who,
    aside: decidedAt === null ? what : `${what} · ${instantText(content, decidedAt)}`,
    text: rows.length === 0 ? null : rows.join('\n'),
  }
}

function budgetBlocks(content: CertifiedWire): Block[] {
  const { budget } = content
  if (!budget) return []
  const used = minorFromText(budget.committedMinor) + minorFromText(budget.usedMinor)
  const available = minorToText(minorFromText(budget.totalMinor) - used)
  return [
    {
      kind: 'heading',
      text: 'Presupuesto del contrato al aprobarse',
      note: `Saldo el ${instantText(content, budget.at)}, ${content.order.creditedId === null ? 'con este pedido ya comprometido' : 'antes de que vuelva a él lo abonado'}.`,
    },
    {
      kind: 'figures',
      figures: [
        ['Total', amountText(content, budget.totalMinor)],
        ['Comprometido', amountText(content, budget.committedMinor)],
        ['Ejecutado', amountText(content, budget.usedMinor)],
        ['Disponible', amountText(content, available)],
        ['Solicitado', amountText(content, budget.requestedMinor)],
      ],
    },
    ...(budget.tolerated === null
      ? []
      : [{ kind: 'note', text: `${toleratedText(toleratedFromWire(budget.tolerated))}.` } as const]),
  ]
}

function executionBlocks(content: CertifiedWire): Block[] {
  const { execution, order, ended } = content
  if (ended?.end === 'rejected') return []
  const heading: Block = { kind: 'heading', text: 'Ejecución' }
  if (!execution) {
    return [heading, { kind: 'note', text: unexecutedText(content) }, ...madeBlocks(content)]
  }
  const { proofName, proofSha256, comment } = execution
  const rows: LabelledText[] = [
    [executedOnLabel(order), formatDay(execution.executedOn)],
    ['Referencia', execution.reference],
    ...nettingRows(content, execution),
    ['Confirmado por', `${executorText(execution)}, el ${instantText(content, execution.confirmedAt)}`],
    ...(comment === null ? [] : [['Comentario', comment] as const]),
    ...(proofName === null ? [] : [['Comprobante, con su SHA-256', `${proofName}\n${proofSha256}`] as const]),
  ]
  return [heading, { kind: 'lines', lines: rows }, ...madeBlocks(content)]
}

/** Netting of the payment or the credit note, as the paper says it. */
function nettingRows(content: CertifiedWire, { netting }: CertifiedExecutionWire): LabelledText[] {
  if (netting === null) return []
  const { batchId, orders, nettedMinor } = netting
  if (nettedMinor === null)
    return [['Compensado', `En la remesa ${batchId}, en el pago de ${orders.join(', ')}`]]
  return [
    [
      'Abonos compensados',
      `${orders.join(', ')}: ${amountText(content, nettedMinor)}, en la remesa ${batchId}`,
    ],
  ]
}

const executorText = ({ executor, executorPrincipal }: CertifiedExecutionWire): string =>
  executorPrincipal === null ? executor : `${executor} en nombre de ${executorPrincipal}`

function executedOnLabel({ type, creditedId }: CertifiedWire['order']): string {
  if (creditedId !== null) return 'Fecha del abono'
  return type === 'gasto' ? 'Fecha de pago' : 'Fecha de emisión'
}

function unexecutedText({ order, ended }: CertifiedWire): string {
  if (order.state === 'execution_rejected') return 'La ejecución se ha rechazado y está por reintentar.'
  const paid = order.paymentsMade.filter(({ returnedOn }) => returnedOn === null).length
  if (paid === 0 && ended) return 'Se anuló sin que quedara nada ejecutado.'
  return paid === 0
    ? 'Todavía no se ha confirmado la ejecución.'
    : `Pagado en parte: ${paid} de ${order.payments.length} vencimientos.`
}

/** Payments made one by one, with those that the bank returned. */
function madeBlocks({ order }: CertifiedWire): Block[] {
  if (order.paymentsMade.length === 0) return []
  const lines = order.paymentsMade.map(({ payment, executedOn, reference, returnedOn }): LabelledText => {
    const back = returnedOn === null ? '' : `, devuelto por el banco el ${formatDay(returnedOn)}`
    return [`Pago ${payment}`, `${formatDay(executedOn)}, referencia ${reference}${back}`]
  })
  return [{ kind: 'lines', lines }]
}

function traceBlocks(content: CertifiedWire): Block[] {
  const { seal, head, issuedBy, issuedAt } = content
  return [
    {
      kind: 'heading',
      text: 'Registro',
      note: 'Cada hecho de la empresa está sellado con la huella de todos los anteriores.',
    },
    {
      kind: 'lines',
      lines: [
        [`Sello del pedido, n.º ${seal.sequence}`, seal.hash],
        [`Fin de la cadena, n.º ${head.sequence}`, head.hash],
        ['Emitida', `${instantText(content, issuedAt)}, por ${issuedBy}`],
      ],
    },
  ]
}
