/** Lower case without accents, as people search: «diseno» finds «Diseño». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Lower case of ASCII letters alone: mail addresses are ASCII, and folding other alphabets could make two addresses one. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** A count as Spanish screens write it, thousands always grouped as in amounts: '1.137'. */
export const countText = (count: number): string => count.toLocaleString('es-ES', { useGrouping: 'always' })

/** A count with its noun: '1 pedido', '3 pedidos'. Irregular nouns and phrases pass their plural as `many`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** A LIKE pattern that finds the folded `text` anywhere; `%` and `_` inside `text` are escaped. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
}
