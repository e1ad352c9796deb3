/** Lower case without accents, as people search: «diseno» finds «Diseño». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** A LIKE pattern that finds `text` anywhere; its own `%` and `_` stand for themselves. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
}
