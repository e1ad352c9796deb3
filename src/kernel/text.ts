/** Lower case without accents, as people search: «diseno» finds «Diseño». */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Lower case of ASCII letters alone: mail addresses are ASCII, and folding other alphabets could make two addresses one. */
export const asciiLower = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** '1 pedido', '3 pedidos'. What is counted may be a phrase, when both of its numbers are given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('es-ES')} ${count === 1 ? one : many}`
}

/** A LIKE pattern that finds `text` anywhere; its own `%` and `_` stand for themselves. */
export function containing(text: string): string {
  return `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`
}
