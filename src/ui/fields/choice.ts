import { useEffect, useRef, useState } from 'react'

/** The server sends at most so many of a list; the rest is found by searching. */
export const longestList = 200

const pauseMs = 250

/** What is being typed into a list to choose from, when the person pauses. */
export function useTyped(): [typed: string, type: (text: string) => void] {
  const [text, setText] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, setText]
}

/** Everything these lists have held so far: what has been chosen keeps its name when the search changes. */
export function useKnown<Item>(
  idOf: (item: Item) => string,
  ...lists: readonly (readonly Item[] | undefined)[]
): readonly Item[] {
  const known = useRef(new Map<string, Item>())
  for (const item of lists.flatMap(list => list ?? [])) known.current.set(idOf(item), item)
  return [...known.current.values()]
}

type Choosing = { isPending: boolean; isError: boolean }

/** What an empty list to choose from says: it is coming, it failed, there is nothing yet, or nothing matches. */
export function emptyTextFor({ isPending, isError }: Choosing, count: number, none: string, noMatch: string) {
  if (isPending) return 'Cargando…'
  if (isError) return 'No se ha podido cargar la lista. Comprueba tu red.'
  return count === 0 ? none : noMatch
}
