import { useCallback, useEffect, useRef, useState } from 'react'

export type Mark = (id: string, isRange: boolean) => void

const none: ReadonlySet<string> = new Set()

/** Marks on the rows of a list, given by their ids; with shift, a whole range from the row marked last. */
export function useMarks(ids: readonly string[]) {
  const [marked, setMarked] = useState(none)
  const last = useRef<string | null>(null)
  const shown = useRef(ids)
  useEffect(() => {
    shown.current = ids
  })
  // Stable between renders, because rows are memoised by it.
  const mark: Mark = useCallback((id, isRange) => {
    const from = isRange && last.current !== null ? shown.current.indexOf(last.current) : -1
    const at = shown.current.indexOf(id)
    const touched = from === -1 ? [id] : shown.current.slice(Math.min(from, at), Math.max(from, at) + 1)
    last.current = id
    setMarked(before => {
      const isOn = from !== -1 || !before.has(id)
      return new Set(isOn ? [...before, ...touched] : [...before].filter(one => one !== id))
    })
  }, [])
  return {
    mark,
    isMarked: (id: string) => marked.has(id),
    markAll: (all: readonly string[]) => setMarked(new Set(all)),
    clear: () => setMarked(none),
  }
}
