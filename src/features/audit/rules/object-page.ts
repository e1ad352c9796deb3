/** Pages of the objects of events: where the journal's reader goes from an event to the thing itself. */
import type { Role } from '#kernel/actor.ts'
import type { ObjectType } from '#kernel/fact.ts'

export type ObjectPage = {
  /** Path below the company's area. */
  readonly path: string
  readonly search: { readonly [name: string]: string | number }
}

/** Facts of an object by which its page is found. */
export type Place = {
  readonly projectId?: string
  /** State of a received invoice, or of a line of the bank. */
  readonly state?: string
  /** Number of a received invoice; null for one that was not read. */
  readonly number?: string | null
  readonly month?: string
}

type Told = { readonly type: string; readonly id: string; readonly place: Place | null }

/**
 * Page of an object for a reader of the journal; null for one without a page of its own, for one that is gone (it has no
 * place), and for settings that an auditor does not see.
 */
export function objectPage({ type, id, place }: Told, role: Role): ObjectPage | null {
  if (place === null || !hasPage(type)) return null
  if (administered.has(type) && role !== 'admin' && role !== 'admin_saas') return null
  return pages[type](id, place)
}

/** Types whose pages administrators alone open. */
const administered: ReadonlySet<string> = new Set<ObjectType>(['import', 'webhook'])

const at = (path: string, search: ObjectPage['search'] = {}): ObjectPage => ({ path, search })
const inTab = ({ state }: Place, tabs: readonly string[]): ObjectPage['search'] =>
  state !== undefined && tabs.includes(state) ? { tab: state } : {}

const pages = {
  document: (id, { projectId }) => at(`/projects/${projectId}/documents/${id}`),
  contract: id => at(`/contracts/${id}`),
  cost_centre: id => at(`/cost-centres/${id}`),
  payment_batch: id => at(`/payment-batches/${id}`),
  project: id => at(`/projects/${id}`),
  client: id => at(`/clients/${id}`),
  provider: id => at(`/providers/${id}`),
  received_invoice: (_, place) =>
    at('/received-invoices', {
      ...inTab(place, ['ordered', 'refused']),
      ...(place.number == null ? {} : { q: place.number }),
    }),
  bank_line: (_, place) => at('/bank', inTab(place, ['settled', 'explained'])),
  flow: id => at('/settings/flows', /^\d+$/.test(id) ? { version: Number(id) } : {}),
  closing: (_, { month }) => at('/month-end', month === undefined ? {} : { period: month }),
  import: id => at(`/settings/imports/${id}`),
  webhook: id => at(`/settings/webhooks/${id}`),
} as const satisfies { readonly [type in ObjectType]?: (id: string, place: Place) => ObjectPage }

const hasPage = (type: string): type is keyof typeof pages => Object.hasOwn(pages, type)
