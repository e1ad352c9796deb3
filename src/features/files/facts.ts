/** Facts of files: one that a scanner refused, because whoever sent it may have an infected machine. */
import { content, defineFacts } from '#kernel/fact.ts'

export const fileFact = defineFacts({
  'file.refused': {
    object: 'file',
    sentence: 'Archivo con virus rechazado',
    // Name of the file, as it was sent, and of what was found in it.
    content: content<{ after: { readonly name: string; readonly found: string } }>(),
  },
})
