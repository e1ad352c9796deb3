/** Letters about waiting orders. Addresses are made from the configured origin alone. */
import { type Role, roleAreas } from '#kernel/actor.ts'
import type { Letter } from '#kernel/letter.ts'
import { formatMoney, type Money } from '#kernel/money.ts'
import { counted } from '#kernel/text.ts'

export type Addressee = { readonly email: string; readonly name: string; readonly role: Role }

export type Order = {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly amount: Money
  readonly task: 'approve' | 'execute'
}
export type WaitingOrder = Order & { readonly days: number }

const asked = { approve: 'Espera tu aprobación', execute: 'Espera tu confirmación' } as const
const mute = 'Puedes dejar de recibir estos correos en tu perfil.'

export function dueLetter(person: Addressee, order: Order, origin: string): Letter {
  return {
    to: person.email,
    kind: 'due',
    greeting: `Hola, ${person.name}:`,
    subject: `${asked[order.task]}: ${order.name} (${order.id})`,
    paragraphs: [`${order.name} (${order.id}), de ${formatMoney(order.amount)}. ${asked[order.task]}.`],
    action: { label: 'Ver el pedido', url: documentAddress(person, order, origin) },
    after: [mute],
  }
}

/** Digest of a person's waiting orders, oldest first, each with its address. */
export function digestLetter(person: Addressee, waiting: readonly WaitingOrder[], origin: string): Letter {
  const count = counted(waiting.length, 'pedido te espera', 'pedidos te esperan')
  return {
    to: person.email,
    kind: 'digest',
    subject: count,
    greeting: `Hola, ${person.name}:`,
    paragraphs: ['Esto es lo que espera por ti, primero lo que más tiempo lleva.'],
    items: waiting.slice(0, most).map(order => ({
      text: `${order.name} (${order.id}) · ${formatMoney(order.amount)} · ${asked[order.task]} · ${daysText(order.days)}`,
      url: documentAddress(person, order, origin),
    })),
    after: [...(waiting.length > most ? [`Y ${waiting.length - most} más.`] : []), mute],
  }
}

export type Unescalated = Omit<Order, 'task'> & { readonly days: number }

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
      text: `${order.name} (${order.id}) · ${formatMoney(order.amount)} · ${daysText(order.days)}`,
      url: documentAddress(person, order, origin),
    })),
    after: [...(total > orders.length ? [`Y ${total - orders.length} más.`] : []), mute],
  }
}

/** Most lines of a letter. */
export const most = 50
const daysText = (days: number) => (days === 0 ? 'hoy' : `hace ${counted(days, 'día')}`)

const documentAddress = (
  { role }: Addressee,
  { projectId, id }: Pick<Order, 'projectId' | 'id'>,
  origin: string,
) => `${origin}/${roleAreas[role][0]}/projects/${projectId}/documents/${id}`
