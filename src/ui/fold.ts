/** Text without accents or case, so that "diseno" finds "Diseño". */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Whether every word of `query` occurs in `text`. */
export function matches(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every(word => folded.includes(word))
}
