/** Characters of our fonts beyond Latin-1: Western European. Other letters lose their accents, or are replaced. */
const beyondLatin = '€–—‘’‚“”„•…‹›™Œœı−'

/** Text that stands for a letter which our fonts lack and which loses more than an accent. */
const replacements = new Map<string, string>(
  Object.entries({
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    '≥': '>=',
    '≤': '<=',
    '→': '->',
    '\u202f': '\u00a0',
    '\t': ' ',
    '\r': '',
  }),
)

/** Text as our fonts can print it. */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableLetter).join('')
}

function printableLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const isLatin = letter === '\n' || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)
  if (isLatin || beyondLatin.includes(letter)) return letter
  const known = replacements.get(letter)
  if (known !== undefined) return known
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return /^[\x20-\x7e]+$/.test(plain) ? plain : '?'
}
