/** Facts of the bank's files and lines. What a line does to an order has a fact of the order's own, which tells others. */
import { content, defineFacts } from '#kernel/fact.ts'

export const bankFact = defineFacts({
  'bank_file.imported': {
    object: 'bank_file',
    sentence: 'Archivo del banco importado',
    content: content<{
      after: {
        readonly fileId: string
        /** SHA-256 of the file. */
        readonly file: string
        readonly format: string
        /** Lines of the file, and those that no earlier file had told. */
        readonly lines: number
        readonly fresh: number
      }
    }>(),
  },
  'bank_line.settled': {
    object: 'bank_line',
    sentence: 'Movimiento del banco conciliado',
    content: content<{
      after: {
        readonly kind: string
        /** Orders, and the payment of each (`DOC-001 1`). */
        readonly payments: readonly string[]
        /** Id of the bank's file, and number of the line in it. */
        readonly file: string
        readonly place: number
      }
    }>(),
  },
  'bank_line.explained': {
    object: 'bank_line',
    sentence: 'Movimiento del banco apartado',
    content: content<{ after: { readonly state: 'explained' } }>(),
  },
  'bank_line.reopened': {
    object: 'bank_line',
    sentence: 'Movimiento del banco devuelto a la lista',
    content: content<{ after: { readonly state: 'open' } }>(),
  },
})
