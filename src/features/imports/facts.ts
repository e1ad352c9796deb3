/** Facts of imports: one for the whole, beside the usual fact of each thing that was made. */
import { content, defineFacts } from '#kernel/fact.ts'

export const importFact = defineFacts({
  'import.finished': {
    object: 'import',
    sentence: 'Archivo importado',
    content: content<{
      after: {
        readonly kind: string
        readonly fileName: string
        /** SHA-256 of the file. */
        readonly file: string
        readonly rows: number
        readonly made: number
        readonly refused: number
        /** Rows whose thing was there already. */
        readonly existing: number
        /** Good rows that were not chosen. */
        readonly left: number
      }
    }>(),
  },
  'import.undone': {
    object: 'import',
    sentence: 'Importación deshecha',
    content: content<{
      after: { readonly fileName: string; readonly undone: number; readonly kept: number }
    }>(),
  },
})
