import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useState } from 'react'

type Id = string | undefined

/**
 * Which row of a list is shown beside it. A link with `?doc=DOC-012` shows that one; without it, the first.
 * What is chosen changes at once and the address follows: a key pressed meanwhile acts on what is shown.
 */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const navigate = useNavigate()
  const [id, choose] = useFollowed(next => {
    void navigate({
      to: '.',
      search: before => ({ ...before, doc: next }),
      replace: true,
      resetScroll: false,
    })
  })
  const found = rows.findIndex(row => idOf(row) === id)
  const at = found === -1 ? 0 : found
  return {
    chosen: rows[at],
    choose: (row: Row | undefined) => choose(row === undefined ? undefined : idOf(row)),
    step: (by: 1 | -1) => {
      const next = rows[at + by]
      if (next !== undefined) choose(idOf(next))
    },
  }
}

/** What is chosen, which the address follows; what a link or the way back writes there is chosen too. */
function useFollowed(write: (id: Id) => void): [Id, (id: Id) => void] {
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
  const choose = (next: Id) => {
    if (next === id) return
    set(state => ({ ...state, id: next, underWay: [...state.underWay, next] }))
    startTransition(() => write(next))
  }
  return [id, choose]
}

/** `underWay`: what has been written and has not arrived in the address yet. */
type State = { id: Id; seen: Id; underWay: readonly Id[] }
