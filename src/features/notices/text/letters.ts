/** Letters about waiting orders, and what other letters share. Addresses are made from the configured origin alone. */

import { linkDays } from '#features/approvals/rules/decision-link.ts'
import { payableLabel } from '#features/documents/text/breakdown.ts'
import { kindText } from '#features/documents/text/kinds.ts'
import { type Role, roleAreas } from '#kernel/actor.ts'
import { formatDay } from '#kernel/day.ts'
import type { Letter, LetterFact } from '#kernel/letter.ts'
import { formatMoney, type Money } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'

export type Addressee = { readonly email: string; readonly name: string; readonly role: Role }

type Task = 'approve' | 'execute'

export type Order = {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly type: 'gasto' | 'emision'
  readonly providerName: string
  readonly amount: Money
  /** Amount that the bank moves for it. */
  readonly payable: Money
  /** Day on which its next payment is due, `yyyy-mm-dd`; null for an order that says none. */
  readonly dueOn: string | null
  readonly task: Task
  /** Text of the person's link to the seat that they decide; undefined where there is none to decide. */
  readonly link?: string | undefined
}
export type WaitingOrder = Order & { readonly days: number }

/** An order as the mail about one task shows it. */
export type DueOrder = Order & {
  /** Order that it reduces, of a credit note. */
  readonly creditedId: string | null
  readonly projectName: string
  readonly requesterName: string
  readonly invoiceNumber: string | null
  /** Day by which the company wants it decided, `yyyy-mm-dd`; null for an execution, which has none. */
  readonly decideBy: string | null
  /** Name of the approver beside whom a deputy is asked; null for a task that nobody has delayed. */
  readonly delayedBy: string | null
}

const waitingText = { approve: 'Espera tu aprobación', execute: 'Espera tu confirmación' } as const
/** Way to do without a mail, at its end. */
export const muteHint = 'Puedes dejar de recibir estos correos en tu perfil.'
/** About links to seats, in the mails that have some. */
const linkHint = `El enlace es solo tuyo: pide que entres con tu cuenta, no decide nada al abrirse y sirve ${linkDays} días o hasta que se decida.`

/** Button of the screen on which the task is done. */
function actionLabel({ task, type, creditedId }: Pick<DueOrder, 'task' | 'type' | 'creditedId'>): string {
  if (task === 'approve') return 'Revisar y decidir'
  if (creditedId !== null) return 'Confirmar el abono'
  return type === 'gasto' ? 'Confirmar el pago' : 'Confirmar la emisión'
}

export function dueLetter(person: Addressee, order: DueOrder, origin: string): Letter {
  return {
    to: person.email,
    kind: 'due',
    greeting: `Hola, ${person.name}:`,
    subject: `${waitingText[order.task]}: ${order.name} (${order.id}), ${formatMoney(moved(order))}`,
    paragraphs: [
      `${waitingText[order.task]}: ${order.name}.`,
      ...(order.delayedBy === null
        ? []
        : [`Te toca por demora de ${order.delayedBy}: decide quien llegue antes de los dos.`]),
    ],
    facts: dueFacts(order),
    action: { label: actionLabel(order), url: taskAddress(person, order, origin) },
    after: order.link === undefined ? [muteHint] : [linkHint, muteHint],
  }
}

export type Question = {
  readonly order: DueOrder
  readonly byName: string
  readonly text: string
}

/** Letter to the requester of an order who is asked something about it. The order stays where it is meanwhile. */
export function questionLetter(person: Addressee, { order, byName, text }: Question, origin: string): Letter {
  return {
    to: person.email,
    kind: 'due',
    greeting: `Hola, ${person.name}:`,
    subject: `Te preguntan por ${order.name} (${order.id})`,
    paragraphs: [`${byName} te pregunta por un pedido que hiciste:`, `«${text}»`],
    facts: dueFacts(order),
    action: { label: 'Ver y responder', url: documentAddress(person, order, origin) },
    after: [muteHint],
  }
}

/** Amount that the task is about: who approves decides on all of it, who executes moves what the bank moves. */
const moved = ({ task, amount, payable }: Pick<Order, 'task' | 'amount' | 'payable'>): Money =>
  task === 'execute' ? payable : amount

function dueFacts(order: DueOrder): LetterFact[] {
  const { amount, payable, creditedId } = order
  const { id, type, providerName, projectName, requesterName, invoiceNumber, dueOn, decideBy } = order
  const facts: readonly (readonly [string, string | null])[] = [
    [kindText(order), id],
    ['Monto', formatMoney(amount)],
    [payableLabel(type, creditedId !== null), payable.minor === amount.minor ? null : formatMoney(payable)],
    [type === 'gasto' ? 'Proveedor' : 'Emisor', providerName],
    ['Proyecto', projectName],
    ['Lo pide', requesterName],
    ['Factura', invoiceNumber],
    ['Vence el', dueOn === null ? null : formatDay(dueOn)],
    ['Decidir hasta el', decideBy === null ? null : formatDay(decideBy)],
  ]
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]))
}

/** Digest of a person's waiting orders, oldest first, each with its address. */
export function digestLetter(person: Addressee, waiting: readonly WaitingOrder[], origin: string): Letter {
  const count = counted(waiting.length, 'pedido te espera', 'pedidos te esperan')
  const [first] = waiting
  return {
    to: person.email,
    kind: 'digest',
    subject: count,
    greeting: `Hola, ${person.name}:`,
    paragraphs: ['Esto es lo que espera por ti, primero lo que más tiempo lleva.'],
    items: waiting.slice(0, maxLines).map(order => ({
      text: [
        orderText(order, moved(order)),
        ...dueText(order),
        waitingText[order.task],
        daysText(order.days),
      ].join(' · '),
      url:
        order.link === undefined ? documentAddress(person, order, origin) : linkAddress(order.link, origin),
    })),
    ...(first && { action: { label: 'Empezar por el primero', url: taskAddress(person, first, origin) } }),
    after: [...(waiting.length > maxLines ? [`Y ${waiting.length - maxLines} más.`] : []), muteHint],
  }
}

export type Unescalated = Omit<Order, 'task' | 'payable' | 'link'> & { readonly days: number }

/** Letter about orders that wait too long for others: their number, and the oldest of them. */
export function overdueLetter(
  person: Addressee,
  { total, orders }: { readonly total: number; readonly orders: readonly Unescalated[] },
  origin: string,
): Letter {
  return {
    to: person.email,
    kind: 'digest',
    greeting: `Hola, ${person.name}:`,
    subject: `${counted(total, 'pedido espera', 'pedidos esperan')} demasiado tiempo`,
    paragraphs: ['Nadie ha decidido aún sobre esto, y el plazo de la empresa ha pasado.'],
    items: orders.map(order => ({
      text: [orderText(order, order.amount), ...dueText(order), daysText(order.days)].join(' · '),
      url: documentAddress(person, order, origin),
    })),
    after: [...(total > orders.length ? [`Y ${total - orders.length} más.`] : []), muteHint],
  }
}

/** Most lines of a letter. */
export const maxLines = 50
const daysText = (days: number) => (days === 0 ? 'hoy' : `hace ${counted(days, 'día')}`)

const dueText = ({ dueOn }: Pick<Order, 'dueOn'>): string[] =>
  dueOn === null ? [] : [`Vence el ${formatDay(dueOn)}`]

/** Order in one line: name, id, provider and amount. */
export const orderText = (
  { name, id, providerName }: Pick<Order, 'name' | 'id' | 'providerName'>,
  amount: Money,
): string => `${name} (${id}) · ${providerName} · ${formatMoney(amount)}`

/** Screen on which the task is done: of the link, or with the order selected. */
const taskAddress = (
  { role }: Addressee,
  { task, id, link }: Pick<Order, 'task' | 'id' | 'link'>,
  origin: string,
) =>
  link === undefined
    ? `${origin}/${roleAreas[role][0]}/${task === 'approve' ? 'pending-approvals' : 'pending-confirmations'}?doc=${id}`
    : linkAddress(link, origin)

/** Screen of a link; what stands after `#` is sent to no server. */
const linkAddress = (link: string, origin: string): string => `${origin}/decidir#${link}`

/** Screen of the order in its person's area. */
export const documentAddress = (
  { role }: Pick<Addressee, 'role'>,
  { projectId, id }: Pick<Order, 'projectId' | 'id'>,
  origin: string,
) => `${origin}/${roleAreas[role][0]}/projects/${projectId}/documents/${id}`
