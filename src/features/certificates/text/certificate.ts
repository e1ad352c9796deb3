/** Spanish words of Constancias that the paper, its button, the history and the journal share. */
import type { End } from '#features/certificates/rules/ends.ts'

/** Past participle of each end, as sentences about the order say it. */
export const endWord: { readonly [end in End]: string } = { rejected: 'rechazado', cancelled: 'anulado' }

const titles: { readonly [end in End]: string } = {
  rejected: 'Constancia de rechazo',
  cancelled: 'Constancia de anulación',
}

/** Title of a Constancia; `end` is null for that of an approval. */
export const certificateTitle = (end: End | null): string =>
  end === null ? 'Constancia de aprobación' : titles[end]
