/** Part of the Constancia that says what people wrote to each other on the order. */
import type { CertifiedCommentWire, CertifiedWire } from '#features/certificates/wire/certificate.ts'
import { formatInstant } from '#kernel/day.ts'
import type { Block, Entry, LabelledText } from '#server/pdf/paper.ts'

/** Nothing for an order on which nobody wrote, and in Constancias that were issued before they said it. */
export function commentBlocks({ comments, order }: CertifiedWire): Block[] {
  if (comments.length === 0) return []
  const isCut = comments.some(({ text }) => text === null)
  return [
    {
      kind: 'heading',
      text: `Conversación (${comments.length})`,
      note: `Lo que la empresa y su cliente escribieron sobre el pedido, en todas sus revisiones, hasta emitirse esta constancia. No aprueba ni rechaza nada. Junto a la fecha de cada mensaje se dice cuántos archivos tiene; de lo que sigue a «Mensaje», en su columna, responde quien lo escribió.${isCut ? ' De los mensajes que no caben se imprime la huella SHA-256 de su texto.' : ''}`,
    },
    {
      kind: 'entries',
      entries: comments.map(
        (comment, index): Entry => ({
          title: `${index + 1} · ${comment.author}${kindWords(comment)}`,
          aside: `${formatInstant(comment.at, order.zone)}${filesCounted(comment)}`,
          text: null,
          rows: saidRows(comment),
        }),
      ),
    },
  ]
}

function kindWords({ kind, answers }: CertifiedCommentWire): string {
  if (kind === 'question') return ' · Pregunta a quien hizo el pedido'
  return answers === null ? '' : ` · Respuesta al mensaje ${answers}`
}

function filesCounted({ files, filesLeftOut }: CertifiedCommentWire): string {
  const count = files.length + filesLeftOut
  if (count === 0) return ''
  return count === 1 ? ' · 1 archivo' : ` · ${count} archivos`
}

/** Rows of a message, each under its own label, so that no text passes for a file or for a mention. */
function saidRows({ text, textSha256, mentioned, files }: CertifiedCommentWire): LabelledText[] {
  if (text === null) return [['Huella del texto', textSha256 ?? '']]
  const mentions: LabelledText[] = mentioned.length === 0 ? [] : [['Menciona a', mentioned.join(', ')]]
  const attached = files.flatMap(({ name, sha256 }, index): LabelledText[] => [
    [`Archivo ${index + 1} de ${files.length}`, name],
    ['Huella SHA-256', sha256],
  ])
  return [['Mensaje', text], ...mentions, ...attached]
}
