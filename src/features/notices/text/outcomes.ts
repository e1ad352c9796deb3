/** Letters about what became of orders, for whoever asked for them. */
import type { DocumentType } from '#features/documents/rules.ts'
import { payableLabel } from '#features/documents/text/breakdown.ts'
import { kindText, statusText } from '#features/documents/text/kinds.ts'
import type { OutcomeTopic } from '#features/notices/rules/outcomes.ts'
import {
  type Addressee,
  documentAddress,
  maxLines,
  muteHint,
  type Order,
  orderText,
} from '#features/notices/text/letters.ts'
import type { Letter, LetterFact } from '#kernel/letter.ts'
import { formatMoney } from '#kernel/money.ts'

export type OutcomeOrder = Omit<Order, 'task' | 'dueOn'> & {
  /** Order that it reduces, of a credit note. */
  readonly creditedId: string | null
  readonly topic: OutcomeTopic
  readonly person: Addressee
  readonly projectName: string
  readonly invoiceNumber: string | null
  /** Name of whoever caused it; null for nobody, and for whoever may not know. */
  readonly byName: string | null
  /** Words of the person who decided. */
  readonly reason: string | null
}

type Words = { readonly one: string; readonly many: string }

const outcomeWords: { readonly [topic in OutcomeTopic]: Words | { readonly [type in DocumentType]: Words } } =
  {
    'document.approved': { one: 'Aprobado', many: 'pedidos aprobados' },
    'document.rejected': { one: 'Rechazado', many: 'pedidos rechazados' },
    'document.returned': {
      one: 'Devuelto para que lo corrijas',
      many: 'pedidos devueltos para que los corrijas',
    },
    'execution.confirmed': {
      gasto: { one: 'Pagado', many: 'pedidos pagados' },
      emision: { one: 'Emitido', many: 'pedidos emitidos' },
    },
    'execution.payment_returned': {
      one: 'El banco ha devuelto un pago',
      many: 'pagos devueltos por el banco',
    },
    'execution.rejected': {
      gasto: { one: 'No se ha podido pagar', many: 'pedidos que no se han podido pagar' },
      emision: { one: 'No se ha podido emitir', many: 'pedidos que no se han podido emitir' },
    },
    'execution.disputed': { one: 'En disputa', many: 'pedidos en disputa' },
  }

/** Letter to one person about one outcome of one or several orders of one type; null for none. */
export function outcomeLetter(outcomes: readonly OutcomeOrder[], origin: string): Letter | null {
  const [first] = outcomes
  if (!first) return null
  return outcomes.length === 1 ? letterAboutOne(first, origin) : letterAboutMany(first, outcomes, origin)
}

const letterTo = ({ email, name }: Addressee) => ({
  to: email,
  kind: 'outcome',
  greeting: `Hola, ${name}:`,
})

function letterAboutOne(order: OutcomeOrder, origin: string): Letter {
  const { one } = wordsFor(order)
  return {
    ...letterTo(order.person),
    subject: `${one}: ${order.name} (${order.id}), ${formatMoney(order.amount)}`,
    paragraphs: [`${one}: ${order.name}.`],
    facts: outcomeFacts(order),
    action: { label: actionLabel(order), url: documentAddress(order.person, order, origin) },
    after: [muteHint],
  }
}

const actionLabel = ({ topic }: OutcomeOrder): string =>
  topic === 'document.returned' ? 'Corregir el pedido' : 'Ver el pedido'

function letterAboutMany(first: OutcomeOrder, outcomes: readonly OutcomeOrder[], origin: string): Letter {
  const { many } = wordsFor(first)
  const unlisted = outcomes.length - maxLines
  return {
    ...letterTo(first.person),
    subject: `${outcomes.length} ${many}`,
    paragraphs: ['Esto es lo que ha sido de lo que pediste.'],
    items: outcomes.slice(0, maxLines).map(order => ({
      text: [orderText(order, order.amount), ...(order.reason === null ? [] : [order.reason])].join(' · '),
      url: documentAddress(order.person, order, origin),
    })),
    after: [...(unlisted > 0 ? [`Y ${unlisted} más.`] : []), muteHint],
  }
}

const settled: Words = { one: 'Abono confirmado', many: 'abonos confirmados' }

function wordsFor({ topic, type, creditedId }: OutcomeOrder): Words {
  if (topic === 'execution.confirmed' && creditedId !== null) return settled
  const words = outcomeWords[topic]
  return 'one' in words ? words : words[type]
}

/** Words before the name of whoever caused the outcome. */
const causeLabel: { readonly [topic in OutcomeTopic]: string } = {
  'document.approved': 'Última aprobación',
  'document.rejected': 'Lo rechaza',
  'document.returned': 'Lo devuelve',
  'execution.confirmed': 'Lo confirma',
  'execution.payment_returned': 'Lo anota',
  'execution.rejected': 'Lo rechaza',
  'execution.disputed': 'Lo dice',
}

/** Label of what the bank moves: what is paid is no longer to be paid, and what is issued is still to be collected. */
function movedLabel({ topic, type, creditedId }: OutcomeOrder): string {
  const isCredit = creditedId !== null
  const isDone = topic === 'execution.confirmed' && (isCredit || type === 'gasto')
  return isDone ? statusText({ status: 'paid', type, creditedId }) : payableLabel(type, isCredit)
}

function outcomeFacts(order: OutcomeOrder): LetterFact[] {
  const { id, type, topic, amount, payable, providerName, projectName, invoiceNumber, byName, reason } = order
  const facts: readonly (readonly [string, string | null])[] = [
    [kindText(order), id],
    ['Monto', formatMoney(amount)],
    [movedLabel(order), payable.minor === amount.minor ? null : formatMoney(payable)],
    [type === 'gasto' ? 'Proveedor' : 'Emisor', providerName],
    ['Proyecto', projectName],
    ['Factura', invoiceNumber],
    [causeLabel[topic], byName],
    ['Motivo', reason],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}
