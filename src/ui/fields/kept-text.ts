/** Text that was begun and not sent, stored on this device while the person looks at something else. */
import { useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '#ui/hooks/draft.ts'

export const keptText = (key: string): string => readDraft(key, z.string()) ?? ''

/** The stored text of a key, and the function that writes it; an empty text is removed. */
export function useKeptText(key: string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => keptText(key))
  const write = (next: string) => {
    setText(next)
    if (next.trim() === '') dropDraft(key)
    else keepDraft(key, next)
  }
  return [text, write]
}
