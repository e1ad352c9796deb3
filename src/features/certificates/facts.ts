/** Facts of Constancias and of their archives. None has subscribers: they change no order. */
import { type End, endFromState } from '#features/certificates/rules/ends.ts'
import { content, defineFacts, type StoredContent } from '#kernel/fact.ts'

type Certified = {
  readonly certificateId: string
  /** SHA-256 of the PDF, of the facts that it states, and of its code. */
  readonly file: string
  readonly facts: string
  readonly code: string
  /** Sequence numbers in the chain: of the order's last event, and of the chain's head. */
  readonly seal: number
  readonly head: number
  /** The order's end, when it certifies that; absent when it certifies an approval. */
  readonly ended?: End
}

const endSentences: { readonly [end in End]: string } = {
  rejected: 'Constancia de rechazo emitida',
  cancelled: 'Constancia de anulación emitida',
}

type Archived = {
  /** Number of Constancias, and SHA-256 of the manifest that names them. */
  readonly orders: number
  readonly digest: string
}

export const certificateFact = defineFacts({
  'document.certified': {
    object: 'document',
    sentence: (after: StoredContent) => {
      const end = endFromState(after?.ended)
      return end === null ? 'Constancia de aprobación emitida' : endSentences[end]
    },
    content: content<{ after: Certified }>(),
  },
  'certificate_archive.made': {
    object: 'certificate_archive',
    sentence: 'Archivo de constancias creado',
    content: content<{ after: Archived }>(),
  },
  'certificate_archive.exported': {
    object: 'certificate_archive',
    sentence: 'Archivo de constancias descargado',
    content: content<{ after: Archived }>(),
  },
})
