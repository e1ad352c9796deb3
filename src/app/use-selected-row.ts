import { useNavigate } from '@tanstack/react-router'
import { startTransition, useCallback, useState } from 'react'
import { useSearchParam } from '#ui/address.ts'

type Id = string | undefined

/**
 * Selected row of a list that shows it beside: that of a link with `?doc=DOC-012`, else the first. A selection
 * changes at once and the address follows: a key pressed meanwhile acts on what is shown. Lists change by
 * themselves: a selected row that others remove stays, as it was last read, until the person moves on, and no
 * other row takes its place. Nobody decides on one order while looking at another.
 */
export function useSelectedRow<Row>(rows: readonly Row[], readId: (row: Row) => string) {
  const [id, setId] = useSelectedId()
  const [last, setLast] = useState<{ row: Row; at: number } | null>(null)
  const pinned = last !== null && (id === undefined || id === readId(last.row)) ? last : null
  const wanted = pinned ? readId(pinned.row) : id
  const found = rows.findIndex(row => readId(row) === wanted)
  const isGone = found === -1 && pinned !== null
  const at = isGone ? pinned.at : Math.max(found, 0)
  const chosen = isGone ? pinned.row : rows[at]
  if (chosen !== undefined && (last?.row !== chosen || last.at !== at)) setLast({ row: chosen, at })
  const choose = useCallback(
    (next: Id) => {
      setLast(null)
      setId(next)
    },
    [setId],
  )
  return {
    chosen,
    /** True when the row is no longer in the list: nothing is left to do with it. */
    isGone,
    /** Stable function between renders: rows are memoised by it. */
    choose,
    step: (by: 1 | -1) => {
      const next = rows[isGone && by === 1 ? at : at + by]
      if (next !== undefined) choose(readId(next))
    },
  }
}

/** Selected id, which the address follows; links and going back select by the address. */
function useSelectedId(): [Id, (id: Id) => void] {
  const navigate = useNavigate()
  const inAddress = useSearchParam('doc')
  const [{ id, lastInAddress, underWay }, set] = useState<State>({
    id: inAddress,
    lastInAddress: inAddress,
    underWay: [],
  })
  if (inAddress !== lastInAddress) {
    const arrived = underWay.lastIndexOf(inAddress)
    set(
      arrived === -1
        ? { id: inAddress, lastInAddress: inAddress, underWay: [] }
        : { id, lastInAddress: inAddress, underWay: underWay.slice(arrived + 1) },
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

/** `underWay`: ids that were written and have not arrived in the address yet. */
type State = { id: Id; lastInAddress: Id; underWay: readonly Id[] }
