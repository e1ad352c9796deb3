/** The kind of a bank's file by its first signs: names lie. */

export type BankFileKind = 'xml' | 'norma43'

const maxHeadBytes = 200

export function bankFileKind(bytes: Uint8Array): BankFileKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxHeadBytes)).toString(
    'latin1',
  )
  // XML with any mark of its encoding, and the zeros of UTF-16, before its first sign.
  if (/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*</.test(head.replaceAll('\0', ''))) return 'xml'
  // Header of an account: bank, branch, account and two days.
  return /^(\u00ef\u00bb\u00bf)?\s*11\d{30}[12]/.test(head) ? 'norma43' : null
}
