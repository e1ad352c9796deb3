/** Characters of our fonts beyond Latin-1: Western European. Other letters lose their accents, or are replaced. */
const beyondLatin = '€–—‘’‚“”„•…‹›™Œœı−'

const instead = new Map<string, string>([
  ...([
    ['ł', 'l'],
    ['Ł', 'L'],
    ['đ', 'd'],
    ['Đ', 'D'],
    ['\t', ' '],
    ['\u202f', '\u00a0'],
  ] as const),
  ...([
    ['≥', '>='],
    ['≤', '<='],
    ['→', '->'],
    ['\r', ''],
  ] as const),
])

export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableLetter).join('')
}

function printableLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const isLatin = letter === '\n' || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)
  if (isLatin || beyondLatin.includes(letter)) return letter
  const known = instead.get(letter)
  if (known !== undefined) return known
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[\x20-\x7e]+$/.test(plain) ? plain : '?'
}
