import { Children, type ReactNode } from 'react'

/** Ids as `DOC-024`, numbers of invoices as `CN-2026-0133`, and sizes as `10 MB`; none so long that it fits no phone. */
const whole = /(\b[A-Z]{1,6}-\d[\d-]{0,14}\b|\b\d{1,6} MB\b)/

/** The same content, with each id and size of its texts in one line: browsers tear an id at its hyphen. */
export function unbroken(content: ReactNode): ReactNode {
  return Children.map(content, part => (typeof part === 'string' ? inOneLine(part) : part))
}

function inOneLine(text: string): ReactNode {
  if (!whole.test(text)) return text
  return text.split(whole).map((piece, at) =>
    // A split at what it captures: every second piece is to stay whole.
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change their places.
      <span key={at} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  )
}
