/** Layout of a Constancia: the certified facts, in Spanish, with instants in the company's time zone. */
import { reassignedWords } from '#features/approvals/text/reassigned.ts'
import type { CertifiedSeatWire, CertifiedWire } from '#features/audit/wire/certificate.ts'
import { breakdownFromDigits } from '#features/documents/rules/breakdown-digits.ts'
import { breakdownParts, payableLabel } from '#features/documents/text/breakdown.ts'
import { typeLabel } from '#features/documents/text.ts'
import { formatDay, formatInstant } from '#kernel/day.ts'
import { formatMoney, minorFromText, minorToText, moneyFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import type { Block, Entry, Fact, Paper } from '#server/pdf/paper.ts'

type Issue = { readonly code: string; readonly address: string; readonly product: string }

export function certificatePaper(facts: CertifiedWire, { code, address, product }: Issue): Paper {
  const { order, issuedAt } = facts
  return {
    title: 'Constancia de aprobación',
    subtitle: `${typeLabel[order.type]} ${order.id} · ${order.name}`,
    author: order.companyName,
    product,
    stamp: stampText(facts),
    footer: `${order.isSample ? 'EJEMPLO SIN VALOR · ' : ''}${order.id} · Constancia ${code}`,
    madeAt: new Date(issuedAt),
    // First, so that it stands on the first page, however long the rest is.
    blocks: [
      {
        kind: 'qr',
        address,
        title: 'Comprobar que es auténtica',
        lines: [
          'Escanea el código o abre esta dirección. Allí se dice solo si la constancia es auténtica: no muestra nada de su contenido.',
          address,
          `Código: ${code}`,
        ],
      },
      ...orderBlocks(facts),
      ...stageBlocks(facts),
      ...budgetBlocks(facts),
      ...executionBlocks(facts),
      ...traceBlocks(facts),
    ],
  }
}

function stampText({ order }: CertifiedWire): string {
  if (order.isSample) return 'EJEMPLO SIN VALOR'
  if (order.state !== 'executed') return 'APROBADO'
  return order.type === 'gasto' ? 'APROBADO Y PAGADO' : 'APROBADO Y EMITIDO'
}

const when = ({ order }: CertifiedWire, instant: string) => formatInstant(instant, order.zone)

const amountText = ({ order }: CertifiedWire, minor: string) =>
  formatMoney(moneyFromText(minor, currencyFrom(order.currency)))

/** What the amount is made of, and the amounts that follow from it. */
function amountRows(facts: CertifiedWire): Fact[] {
  const { type, breakdown, currency, chargeMinor, payableMinor } = facts.order
  if (breakdown === null) return []
  return [
    ...breakdownParts(breakdownFromDigits(breakdown), currencyFrom(currency)),
    ...(payableMinor === null ? [] : [[payableLabel[type], amountText(facts, payableMinor)] as const]),
    ...(chargeMinor === null ? [] : [['Carga al contrato', amountText(facts, chargeMinor)] as const]),
  ]
}

function orderBlocks(facts: CertifiedWire): Block[] {
  const { order, files } = facts
  const figures: Fact[] = [
    ['Monto', amountText(facts, order.amountMinor)],
    ['Proveedor', order.provider],
    ['Solicitado por', order.requester],
  ]
  const rows: Fact[] = [
    ...(order.bankAccount === null ? [] : [['Cuenta bancaria', order.bankAccount] as const]),
    ...amountRows(facts),
    ['Proyecto', order.project],
    ['Contrato', order.contract],
    ['Cliente', order.client],
    ['Enviado', `${when(facts, order.submittedAt)} (revisión ${order.revision})`],
    ...(order.description === null ? [] : [['Descripción', order.description] as const]),
    ...files.map(
      (file, at): Fact => [at === 0 ? 'Adjuntos, con su SHA-256' : '', `${file.name}\n${file.sha256}`],
    ),
  ]
  return [
    { kind: 'heading', text: 'Pedido' },
    { kind: 'figures', figures },
    { kind: 'facts', facts: rows },
  ]
}

function stageBlocks(facts: CertifiedWire): Block[] {
  return [...Map.groupBy(facts.seats, seat => seat.stage).values()].flatMap((seats, at): Block[] => {
    const [first] = seats
    if (!first) return []
    const asked = seats.filter(seat => seat.status !== 'void').length
    const note = `${first.basis}. ${neededText(first, asked)}.`
    return [
      { kind: 'heading', text: `Etapa ${at + 1}: ${first.stageName}`, note },
      { kind: 'entries', entries: seats.map(seat => decisionEntry(facts, seat)) },
    ]
  })
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

function decisionEntry(facts: CertifiedWire, seat: CertifiedSeatWire): Entry {
  const { approver, decidedBy, decidedAt, status, comment, given } = seat
  const who = decidedBy === null ? approver : `${decidedBy} en nombre de ${approver}`
  const what = outcomeTexts.get(status) ?? status
  const rows = [
    ...(given ? [`${reassignedWords(given)}.`] : []),
    ...(comment === null ? [] : [`«${comment}»`]),
  ]
  return {
    title: who,
    aside: decidedAt === null ? what : `${what} · ${when(facts, decidedAt)}`,
    text: rows.length === 0 ? null : rows.join('\n'),
  }
}

function budgetBlocks(facts: CertifiedWire): Block[] {
  const { budget } = facts
  if (!budget) return []
  const used = minorFromText(budget.committedMinor) + minorFromText(budget.usedMinor)
  const available = minorToText(minorFromText(budget.totalMinor) - used)
  return [
    {
      kind: 'heading',
      text: 'Presupuesto del contrato al aprobarse',
      note: `Saldo el ${when(facts, budget.at)}, con este pedido ya comprometido.`,
    },
    {
      kind: 'figures',
      figures: [
        ['Total', amountText(facts, budget.totalMinor)],
        ['Comprometido', amountText(facts, budget.committedMinor)],
        ['Ejecutado', amountText(facts, budget.usedMinor)],
        ['Disponible', amountText(facts, available)],
        ['Solicitado', amountText(facts, budget.requestedMinor)],
      ],
    },
  ]
}

function executionBlocks(facts: CertifiedWire): Block[] {
  const { execution, order } = facts
  const heading: Block = { kind: 'heading', text: 'Ejecución' }
  if (!execution) {
    const text =
      order.state === 'execution_rejected'
        ? 'La ejecución se ha rechazado y está por reintentar.'
        : 'Todavía no se ha confirmado la ejecución.'
    return [heading, { kind: 'note', text }]
  }
  const { proofName, proofSha256, comment } = execution
  const rows: Fact[] = [
    [order.type === 'gasto' ? 'Fecha de pago' : 'Fecha de emisión', formatDay(execution.executedOn)],
    ['Referencia', execution.reference],
    ['Confirmado por', `${execution.executor}, el ${when(facts, execution.confirmedAt)}`],
    ...(comment === null ? [] : [['Comentario', comment] as const]),
    ...(proofName === null ? [] : [['Comprobante, con su SHA-256', `${proofName}\n${proofSha256}`] as const]),
  ]
  return [heading, { kind: 'facts', facts: rows }]
}

function traceBlocks(facts: CertifiedWire): Block[] {
  const { seal, head, issuedBy, issuedAt } = facts
  return [
    {
      kind: 'heading',
      text: 'Registro',
      note: 'Cada hecho de la empresa está sellado con la huella de todos los anteriores.',
    },
    {
      kind: 'facts',
      facts: [
        [`Sello del pedido, n.º ${seal.sequence}`, seal.hash],
        [`Fin de la cadena, n.º ${head.sequence}`, head.hash],
        ['Emitida', `${when(facts, issuedAt)}, por ${issuedBy}`],
      ],
    },
  ]
}
