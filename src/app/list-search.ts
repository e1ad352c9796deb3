import { searchOf } from '#ui/lists/search-text.ts'

/** The state of a list of orders in its address: what is searched, which tab is chosen, by what it is sorted. */
export type ListSearch = { q?: string | undefined; status?: string | undefined; sort?: string | undefined }

/** A list over several projects: which one, which kind of order, and in which state. */
export type OrdersSearch = ListSearch & {
  project?: string | undefined
  type?: string | undefined
  state?: string | undefined
}

export function ordersSearchOf(search: {
  q?: unknown
  status?: unknown
  project?: unknown
  type?: unknown
  state?: unknown
  sort?: unknown
}): OrdersSearch {
  const { project, type, state } = search
  return {
    ...listSearchOf(search),
    ...(typeof project === 'string' && { project }),
    ...(typeof type === 'string' && { type }),
    ...(typeof state === 'string' && { state }),
  }
}

export function listSearchOf(search: { q?: unknown; status?: unknown; sort?: unknown }): ListSearch {
  const { status, sort } = search
  return {
    ...searchOf(search),
    ...(typeof status === 'string' && { status }),
    ...(typeof sort === 'string' && { sort }),
  }
}

/** Which kind of order the form opens with: `?type=gasto`. */
export function typeSearchOf({ type }: { type?: unknown }): { type?: string | undefined } {
  return typeof type === 'string' ? { type } : {}
}

/** What is chosen in a list that shows it beside: `?doc=DOC-012`. */
export function chosenSearchOf({ doc }: { doc?: unknown }): { doc?: string | undefined } {
  return typeof doc === 'string' ? { doc } : {}
}
