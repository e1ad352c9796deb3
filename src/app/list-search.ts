import { searchOf } from '#ui/lists/search-text.ts'

/** Search parameters of a list of orders: its search, its tab and its sorting. */
export type ListSearch = { q?: string | undefined; status?: string | undefined; sort?: string | undefined }

/** Search parameters of a list over several projects: project, type and state of the orders. */
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

/** Type of order that the form opens with: `?type=gasto`. */
export function typeSearchOf({ type }: { type?: unknown }): { type?: string | undefined } {
  return typeof type === 'string' ? { type } : {}
}

/** Selected row of a list that shows it beside: `?doc=DOC-012`. */
export function chosenSearchOf({ doc }: { doc?: unknown }): { doc?: string | undefined } {
  return typeof doc === 'string' ? { doc } : {}
}
