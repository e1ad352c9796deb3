import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition } from 'react'

/** Which row of a list is shown beside it. A link with `?doc=DOC-012` shows that one; without it, the first. */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const navigate = useNavigate()
  const doc = useSearch({ strict: false, select: search => search.doc })
  const found = rows.findIndex(row => idOf(row) === doc)
  const at = found === -1 ? 0 : found
  const choose = (row: Row | undefined) =>
    startTransition(() => {
      void navigate({
        to: '.',
        search: before => ({ ...before, doc: row === undefined ? undefined : idOf(row) }),
        replace: true,
        resetScroll: false,
      })
    })
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    if (next !== undefined) choose(next)
  }
  return { chosen: rows[at], choose, step }
}
