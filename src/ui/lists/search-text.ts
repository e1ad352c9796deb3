import { useNavigate } from '@tanstack/react-router'
import { startTransition, useEffect, useRef, useState } from 'react'
import { longestSearch } from '#kernel/list.ts'
import { useSearchParam } from '#ui/address.ts'
import { matches } from '#ui/lists/fold.ts'

const pauseMs = 300

export type SearchText = {
  /** Text in the box. */
  text: string
  setText: (text: string) => void
  /** Text in the address (`q`), which follows the box when the person pauses. */
  q: string
}

/** Search that a link reproduces: typed at once, in the address a moment later. */
export function useSearchText(): SearchText {
  const q = useSearchParam('q')?.slice(0, longestSearch) ?? ''
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const written = useRef(q)
  useEffect(() => {
    // Changed by going back or by a link, not by typing.
    if (q !== written.current) setText(q)
    written.current = q
  }, [q])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === written.current) return
    const write = () => {
      written.current = wanted
      startTransition(() => {
        void navigate({
          to: '.',
          search: before => ({ ...before, q: wanted === '' ? undefined : wanted }),
          replace: true,
          state: true,
        })
      })
    }
    const timer = setTimeout(write, pauseMs)
    return () => clearTimeout(timer)
  }, [text, navigate])
  return { text, setText: next => setText(next.slice(0, longestSearch)), q }
}

/** Loaded rows that match the typed text, until the server has answered the search. */
export function narrowed<Row>(
  rows: readonly Row[],
  text: string,
  isAnswered: boolean,
  words: (row: Row) => string,
): readonly Row[] {
  if (isAnswered) return rows
  const found = rows.filter(row => matches(words(row), text))
  return found.length > 0 ? found : rows
}
