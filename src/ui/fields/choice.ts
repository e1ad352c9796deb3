import { useEffect, useRef, useState } from 'react'

/** Most options that the server sends; the rest is found by searching. */
export const longestList = 200

const pauseMs = 250

/** Debounced text of a search for options: changes when the person pauses. */
export function useTyped(): [typed: string, type: (text: string) => void] {
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, setText]
}

/** Items that these lists have held so far, so that a chosen one keeps its name when the search changes. */
export function useKnown<Item>(
  readId: (item: Item) => string,
  ...lists: readonly (readonly Item[] | undefined)[]
): readonly Item[] {
  const known = useRef(new Map<string, Item>())
  for (const item of lists.flatMap(list => list ?? [])) known.current.set(readId(item), item)
  return [...known.current.values()]
}

type Choosing = { isPending: boolean; isError: boolean }

/** Text of an empty list of options: loading, failed, none yet, or none that match. */
export function emptyTextFor({ isPending, isError }: Choosing, count: number, none: string, noMatch: string) {
  if (isPending) return 'Cargando…'
  if (isError) return 'No se ha podido cargar la lista. Comprueba tu red.'
  return count === 0 ? none : noMatch
}
