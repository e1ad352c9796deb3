/** Search parameters of addresses: those of lists, and what a form or a list opens with. */
import { addressTexts } from '#kernel/address.ts'
import type { AddressOf, AnyList } from '#kernel/list.ts'

type Texts<Name extends PropertyKey> = { [name in Name]?: string | undefined }

/**
 * Search parameters of a list's address, and others that its screen has beside it. They are text: whoever types an
 * address may write anything, and the screen reads it by the list. Routes know a list by its type alone, so that no
 * list is loaded before its screen.
 */
export function searchFor<List extends AnyList, Other extends string = never>(): (
  search: Texts<keyof AddressOf<List> | Other>,
) => Texts<keyof AddressOf<List> | Other>
export function searchFor() {
  return addressTexts
}

/** Type of order that the form opens with: `?type=gasto`. */
export function parseTypeSearch({ type, invoice }: Asked): { type?: string; invoice?: string } {
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof invoice === 'string' && { invoice }),
  }
}

type Asked = { type?: unknown; invoice?: unknown }

/**
 * Search of the form of a new order: a type (`?type=gasto`), another order like it (`?copy=DOC-012`), or a received
 * invoice (`?invoice=`).
 */
export function parseNewDocumentSearch({ copy, ...asked }: Asked & { copy?: unknown }): {
  type?: string
  invoice?: string
  copy?: string
} {
  return { ...parseTypeSearch(asked), ...(typeof copy === 'string' && { copy }) }
}

/** Selected row of a list that shows it beside: `?doc=DOC-012`. */
export function parseChosenSearch({ doc }: { doc?: unknown }): { doc?: string | undefined } {
  return typeof doc === 'string' ? { doc } : {}
}

/** Tab of a list in tabs: `?tab=refused`. */
export function parseTabSearch({ tab }: { tab?: unknown }): { tab?: string } {
  return typeof tab === 'string' ? { tab } : {}
}

/** Client that the form of a new contract opens with. */
export function parseClientSearch({ clientId }: { clientId?: unknown }): { clientId?: string | undefined } {
  return typeof clientId === 'string' ? { clientId } : {}
}

/** Orders that the form of a new batch begins with: `?orders=DOC-012,DOC-014`. */
export function parseOrdersSearch({ orders }: { orders?: unknown }): { orders?: string | undefined } {
  return typeof orders === 'string' ? { orders } : {}
}

/**
 * Search of the calendar of payments: its view, the first week, the part whose payments are listed, and a period; of a
 * closed month `from` is the client.
 */
export function parseCalendarSearch(
  search: Texts<'view' | 'from' | 'show' | 'period'>,
): Texts<'view' | 'from' | 'show' | 'period'> {
  return addressTexts(search)
}
