import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useCallback, useState } from 'react'

type Id = string | undefined

/**
 * Which row of a list is shown beside it. A link with `?doc=DOC-012` shows that one; without it, the first.
 * What is chosen changes at once and the address follows: a key pressed meanwhile acts on what is shown.
 * Lists change by themselves: a row that others take away stays, as it was last seen, until the person moves
 * on, and what comes before it does not take its place. Nobody decides one order with the eyes on another.
 */
export function useSelectedRow<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [id, follow] = useFollowed()
  const [last, setLast] = useState<{ row: Row; at: number } | null>(null)
  const pinned = last !== null && (id === undefined || id === idOf(last.row)) ? last : null
  const wanted = pinned ? idOf(pinned.row) : id
  const found = rows.findIndex(row => idOf(row) === wanted)
  const isGone = found === -1 && pinned !== null
  const at = isGone ? pinned.at : Math.max(found, 0)
  const chosen = isGone ? pinned.row : rows[at]
  if (chosen !== undefined && (last?.row !== chosen || last.at !== at)) setLast({ row: chosen, at })
  const choose = useCallback(
    (next: Id) => {
      setLast(null)
      follow(next)
    },
    [follow],
  )
  return {
    chosen,
    /** No longer in the list: there is nothing left to do with it. */
    isGone,
    /** The same function at every render: rows are memoised by it. */
    choose,
    step: (by: 1 | -1) => {
      const next = rows[isGone && by === 1 ? at : at + by]
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
