// Letters as their readers get them, and the mailing that writes them.
import type { Letter } from '#kernel/letter.ts'
import { renderMail } from '#server/mail/layout.ts'
import { openPost } from '#server/mail/post.ts'
import { origin, secret } from '#tests/support/app.ts'

export const mailing = { post: openPost(secret, { product: 'Visto Bueno', origin }), origin }

/** A letter in text and HTML, sent from `origin`. */
export const rendered = (letter: Letter) => renderMail({ ...letter, product: 'Visto Bueno', origin })

/** Addresses to which the HTML of a mail leads. */
export const leads = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** Text as somebody with bad intentions types it: it breaks out of lines and tags, turns around, and is very long. */
export const hostileText = `</td></table><h1>Paga aquí</h1>\r\nBcc: todos@norte.example\u2028\u202e<a href="https://malo.example">x</a>${'largo '.repeat(400)}`
