/** The tray of received invoices: who puts files there, who sees them, and what becomes of each. */
import type { ReceivedInvoice } from '#features/invoices/rules/received.ts'
import { type Actor, readsWholeCompany } from '#kernel/actor.ts'
import { type Abilities, firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** `waiting`: to be read. The last two are final. */
export const trayStates = ['waiting', 'read', 'unreadable', 'ordered', 'refused'] as const
export type TrayState = (typeof trayStates)[number]

/** Tabs of the tray: invoices that still ask for attention, those that are paid already, and those that are done with. */
export const trayTabs = ['open', 'paid', 'ordered', 'refused'] as const
export type TrayTab = (typeof trayTabs)[number]

/** One that is paid already is read, and stands under its own tab by what it asks for. */
export const statesOfTab: { readonly [tab in TrayTab]: readonly TrayState[] } = {
  open: ['waiting', 'read', 'unreadable'],
  paid: [],
  ordered: ['ordered'],
  refused: ['refused'],
}

/** A received file asks to be paid, takes something away from what an order owes, or asks for nothing any more. */
export const trayAsks = ['payment', 'reduction', 'nothing'] as const
export type TrayAsks = (typeof trayAsks)[number]

/** The file as the tray has it: `receivedAsks` of the scope says the same in SQL. */
export function asksFrom({
  isCreditNote,
  payableMinor,
}: Pick<ReceivedInvoice, 'isCreditNote' | 'payableMinor'>): TrayAsks {
  if (isCreditNote) return 'reduction'
  return payableMinor !== null && payableMinor <= 0n ? 'nothing' : 'payment'
}

export type TrayRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'file_not_yours'
  | 'already_received'
  | 'too_many_unread'
  | 'too_many_open'
  | 'still_waiting'
  | 'already_settled'
  | 'stale_invoice'
  | 'other_client'
  | 'other_issuer'
  | 'reduces_order'
  | 'reduces_nothing'
  | 'nothing_to_pay'

/** Received invoice as far as permission depends on it. */
export type Tray = {
  /** Client in whose tray it lies; null: the company's. */
  readonly clientId: string | null
  /** Provider whose person sent it. */
  readonly senderProviderId: string | null
}

/** A person with their right to order in every project of their client. */
export type TrayActor = Pick<Actor, 'role' | 'clientId' | 'providerId' | 'companySuspended'> & {
  readonly ordersEverywhere: boolean
}

/** People of a client who receive its invoices: its main account, and those who may order in all of its projects. */
const receives = ({ role, ordersEverywhere }: TrayActor): boolean =>
  role === 'client' || (role === 'client_user' && ordersEverywhere)

/** The administration sees every tray, whoever receives for a client its own, and a provider what it sent. */
export function seesReceived(actor: TrayActor, { clientId, senderProviderId }: Tray): boolean {
  if (readsWholeCompany(actor.role)) return true
  if (actor.providerId !== null) return senderProviderId === actor.providerId
  return receives(actor) && clientId !== null && clientId === actor.clientId
}

export function mayReceive(actor: TrayActor): true | Refusal<TrayRefusal> {
  if (actor.companySuspended) return refuse('company_suspended')
  return actor.role === 'admin' || actor.providerId !== null || receives(actor) ? true : refuse('forbidden')
}

export type TrayVerb = 'order' | 'credit' | 'refuse'

const reasonNotToPay = {
  payment: true,
  reduction: refuse<TrayRefusal>('reduces_order'),
  nothing: refuse<TrayRefusal>('nothing_to_pay'),
} as const

/**
 * Abilities over a received invoice that the person sees. One that is not read yet may be refused, and ordered by hand
 * once it turns out that it cannot be read. Whoever sent it for a provider does neither. An order pays what asks for a
 * payment alone: a credit note would be paid instead of taken away, and what is paid would be paid again.
 */
export function trayAbilities(
  actor: TrayActor,
  state: TrayState,
  asks: TrayAsks = 'payment',
): Abilities<TrayVerb, TrayRefusal> {
  const mine = actor.providerId === null ? true : refuse<TrayRefusal>('forbidden')
  const working = actor.companySuspended ? refuse<TrayRefusal>('company_suspended') : true
  const open = statesOfTab.open.includes(state) ? true : refuse<TrayRefusal>('already_settled')
  const read = state === 'waiting' ? refuse<TrayRefusal>('still_waiting') : true
  return {
    order: firstRefusal<TrayRefusal>(mine, working, open, read, reasonNotToPay[asks]),
    credit: firstRefusal<TrayRefusal>(
      mine,
      working,
      open,
      read,
      asks === 'reduction' ? true : refuse('reduces_nothing'),
    ),
    refuse: firstRefusal<TrayRefusal>(mine, working, open),
  }
}

/** Checks that an invoice in a client's tray is paid in a project of that client; in the company's, in any. */
export const soundClient = (
  { clientId }: Pick<Tray, 'clientId'>,
  projectClientId: string,
): true | Refusal<TrayRefusal> =>
  clientId === null || clientId === projectClientId ? true : refuse('other_client')

/** Checks that an order which a received credit note reduces pays whoever issued it. Null: nobody known did. */
export const soundIssuer = (
  issuerProviderId: string | null,
  creditedProviderId: string,
): true | Refusal<TrayRefusal> => (issuerProviderId === creditedProviderId ? true : refuse('other_issuer'))

/** Bounds of what one sender may let wait: of what a person sent, and of what a provider's people sent. */
export const maxUnread = 100
export const maxOpenOfProvider = 300

/** Files of one sender that wait already. */
export type WaitingOfSender = {
  /** Files of the person that are still to be read. */
  readonly unread: number
  /** Files of the people of the person's provider that nobody has settled; 0 for people of the company. */
  readonly openOfProvider: number
}

/** Checks that one more file of the sender fills nobody's tray, and keeps nobody else's file waiting. */
export function mayAdd({ unread, openOfProvider }: WaitingOfSender): true | Refusal<TrayRefusal> {
  if (unread >= maxUnread) return refuse('too_many_unread')
  return openOfProvider >= maxOpenOfProvider ? refuse('too_many_open') : true
}

/** Times that a file is tried before it counts as unreadable: each may end with the program that reads. */
export const maxTries = 3
