import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useCallback, useState } from 'react'

type Id = string | undefined

/**
 * Which row of a list is shown beside it. A link with `?doc=DOC-012` shows that one; without it, the first.
 * What is chosen changes at once and the address follows: a key pressed meanwhile acts on what is shown.
 */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [id, choose] = useFollowed()
  const found = rows.findIndex(row => idOf(row) === id)
  const at = found === -1 ? 0 : found
  return {
    chosen: rows[at],
    /** The same function at every render: rows are memoised by it. */
    choose,
    step: (by: 1 | -1) => {
      const next = rows[at + by]
      if (next !== undefined) choose(idOf(next))
    },
  }
}

/** What is chosen, which the address follows; what a link or the way back writes there is chosen too. */
function useFollowed(): [Id, (id: Id) => void] {
  const navigate = useNavigate()
  const inAddress = useSearch({ strict: false, select: search => search.doc })
  const [{ id, seen, underWay }, set] = useState<State>({ id: inAddress, seen: inAddress, underWay: [] })
  if (inAddress !== seen) {
    const arrived = underWay.lastIndexOf(inAddress)
    set(
      arrived === -1
        ? { id: inAddress, seen: inAddress, underWay: [] }
        : { id, seen: inAddress, underWay: underWay.slice(arrived + 1) },
    )
  }
  const choose = useCallback(
    (next: Id) => {
      set(state => ({ ...state, id: next, underWay: [...state.underWay, next] }))
      startTransition(() => {
        void navigate({
          to: '.',
          search: before => ({ ...before, doc: next }),
          replace: true,
          resetScroll: false,
        })
      })
    },
    [navigate],
  )
  return [id, choose]
}

/** `underWay`: what has been written and has not arrived in the address yet. */
type State = { id: Id; seen: Id; underWay: readonly Id[] }
