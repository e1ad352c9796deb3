/** The kind of a file by its first bytes: names lie. */
import { isJpeg, isPng } from '#server/pictures/picture-size.ts'

export type FileKind = 'xml' | 'pdf' | 'picture' | 'photo' | 'archive'

const pdfWithin = 1024

export function fileKind(bytes: Uint8Array): FileKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfWithin)).toString(
    'latin1',
  )
  if (isPng(bytes) || isJpeg(bytes)) return 'picture'
  if (/^.{4}ftyp(heic|heix|heim|heis|hevc|mif1|msf1)/s.test(head)) return 'photo'
  if (head.startsWith('PK\u0003\u0004') || head.startsWith('PK\u0005\u0006')) return 'archive'
  // XML with any mark of its encoding, and the zeros of UTF-16, before its first sign.
  if (/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(head.replaceAll('\0', ''))) return 'xml'
  return head.includes('%PDF-') ? 'pdf' : null
}
