/** Part of the Constancia that says what people wrote to each other on the order. */
import type { CertifiedCommentWire, CertifiedWire } from '#features/audit/wire/certificate.ts'
import { formatInstant } from '#kernel/day.ts'
import type { Block, Entry } from '#server/pdf/paper.ts'

/** Nothing for an order on which nobody wrote, and in Constancias that were issued before they said it. */
export function commentBlocks({ comments, order }: CertifiedWire): Block[] {
  if (comments.length === 0) return []
  const isCut = comments.some(({ text }) => text === null)
  return [
    {
      kind: 'heading',
      text: `Conversación (${comments.length})`,
      note: `Lo que la empresa y su cliente escribieron sobre el pedido, en todas sus revisiones, hasta emitirse esta constancia. No aprueba ni rechaza nada.${isCut ? ' De los mensajes que no caben se imprime la huella SHA-256 de su texto.' : ''}`,
    },
    {
      kind: 'entries',
      entries: comments.map(
        (comment, index): Entry => ({
          title: `${index + 1} · ${comment.author}${kindWords(comment)}`,
          aside: formatInstant(comment.at, order.zone),
          text: writtenText(comment),
        }),
      ),
    },
  ]
}

function kindWords({ kind, answers }: CertifiedCommentWire): string {
  if (kind === 'question') return ' · Pregunta a quien hizo el pedido'
  return answers === null ? '' : ` · Respuesta al mensaje ${answers}`
}

function writtenText({ text, textSha256, mentioned, files, filesLeftOut }: CertifiedCommentWire): string {
  if (text === null) {
    const left = filesLeftOut === 1 ? '\nCon 1 archivo.' : `\nCon ${filesLeftOut} archivos.`
    return `Huella de su texto: ${textSha256}${filesLeftOut === 0 ? '' : left}`
  }
  return [
    `«${text}»`,
    ...(mentioned.length === 0 ? [] : [`Menciona a ${mentioned.join(', ')}.`]),
    ...files.map(({ name, sha256 }) => `Archivo ${name}\n${sha256}`),
  ].join('\n')
}
