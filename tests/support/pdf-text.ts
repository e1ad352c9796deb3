// What a PDF of ours says, read from its own streams: enough for texts in the fonts that every reader has.
import { inflateSync } from 'node:zlib'

export function pdfText(file: Buffer): string {
  const streams = file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)
  return [...streams].map(([, body = '']) => textOf(inflated(Buffer.from(body, 'latin1')))).join('\n')
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

/** Each `[<hex> kern <hex> …] TJ` is a line; letters are those of Windows-1252. */
function textOf(content: string): string {
  const letters = new TextDecoder('windows-1252')
  return [...content.matchAll(/\[([^\]]*)\] TJ/g)]
    .map(([, line = '']) => [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join(''))
    .map(hex => letters.decode(Buffer.from(hex, 'hex')))
    .join('\n')
}
