import { fold } from '#kernel/text.ts'

/** True when every word of `query` occurs in `text`, whatever their accents and case. */
export function matches(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every(word => folded.includes(word))
}
