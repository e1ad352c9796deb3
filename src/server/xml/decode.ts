/** The text of XML bytes, by their byte order mark and the encoding that they declare (XML 1.0, appendix F). */
import { XmlError } from '#server/xml/faults.ts'

/** Encodings by the name that a file declares, in lower case; the decoder's name is another for two of them. */
const decoders: { readonly [declared: string]: string } = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'latin1',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
}

/** @throws XmlError `unknown_encoding`, or `wrong_encoding` when the bytes are not what they declare. */
export function decodeXml(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== null) return decoded(bytes, wide)
  const declared = declaredEncoding(bytes)
  const decoder = decoders[declared]
  if (decoder === undefined) throw new XmlError('unknown_encoding', declared)
  // The standard of the Web reads ISO-8859-1 as windows-1252: what a file says is taken literally here.
  return decoder === 'latin1' ? Buffer.from(bytes).toString('latin1') : decoded(bytes, decoder)
}

/** UTF-16 by its mark, or by the zero beside the first `<`; null for encodings whose signs of ASCII take one byte. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    if (third === 0 && fourth === 0) throw new XmlError('unknown_encoding', 'UTF-32')
    return 'utf-16le'
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return null
}

function declaredEncoding(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1')
  const isMarked = head.startsWith('\u00ef\u00bb\u00bf')
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(isMarked ? head.slice(3) : head)
  return isMarked ? 'utf-8' : (declaration?.[1]?.toLowerCase() ?? 'utf-8')
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new XmlError('wrong_encoding', encoding)
  }
}
