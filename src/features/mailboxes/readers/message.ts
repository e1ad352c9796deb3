/** A message of the mailbox, as its bytes say: from whom, about what, and the files that it brings. */
import PostalMime, { type Address, type Attachment } from 'postal-mime'
import {
  type LeftOutFile,
  type MailedFile,
  type MailedLeftOut,
  mailboxBounds,
  type ParsedMessage,
} from '#features/mailboxes/rules/message.ts'
import { fileKind } from '#server/files/file-kind.ts'

const bounds = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 3 } as const
const longestLine = 300
const longestAddress = 254

/** @throws Error for a message that is nested too deeply, or whose headers are too large. */
export async function readMessage(bytes: Uint8Array): Promise<ParsedMessage> {
  const email = await PostalMime.parse(bytes, bounds)
  const from = mailboxIn(email.from)
  const looked = email.attachments
    .filter(attachment => !isDecoration(attachment, email.html ?? ''))
    .map(lookAt)
  const taken = looked.flatMap(({ file }) => (file ? [file] : []))
  const beyond = taken
    .slice(mailboxBounds.files)
    .map(({ name, bytes: content }) => ({ name, size: content.length, reason: 'too_many_files' as const }))
  return {
    fromAddress: from.address,
    fromName: from.name,
    subject: oneLine(email.subject),
    sentAt: instantFrom(email.date),
    authentication: authenticationFrom(
      email.headers.find(({ key }) => key === 'authentication-results')?.value,
    ),
    files: taken.slice(0, mailboxBounds.files),
    leftOut: [...looked.flatMap(({ leftOut }) => (leftOut ? [leftOut] : [])), ...beyond].slice(
      0,
      2 * mailboxBounds.files,
    ),
  }
}

/** The one address of a sender; nobody where a message names a group. */
function mailboxIn(from: Address | undefined): { address: string; name: string } {
  const address = oneLine(from?.address).toLowerCase()
  const isOne = /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) && address.length <= longestAddress
  return { address: isOne ? address : '', name: oneLine(from?.name) }
}

/** Pictures that belong to the text, as logos do. One that is only shown below it may be the photo of an invoice. */
const isDecoration = ({ mimeType, related, contentId }: Attachment, html: string): boolean =>
  mimeType.startsWith('image/') && (related === true || isNamedIn(html, contentId))

function isNamedIn(html: string, contentId: string | undefined): boolean {
  const id = (contentId ?? '').replace(/^<|>$/g, '')
  return id !== '' && [`cid:${id}`, `cid:${encodeURIComponent(id)}`].some(name => html.includes(name))
}

type Looked = { readonly file?: MailedFile; readonly leftOut?: LeftOutFile }

function lookAt({ filename, content }: Attachment): Looked {
  const name = oneLine(filename?.split(/[\\/]/).at(-1)).slice(0, 200) || 'archivo'
  const bytes = bytesIn(content)
  const reason = reasonAgainst(bytes)
  return reason === null ? { file: { name, bytes } } : { leftOut: { name, size: bytes.length, reason } }
}

function reasonAgainst(bytes: Uint8Array): MailedLeftOut | null {
  if (bytes.length === 0) return 'file_empty'
  if (bytes.length > mailboxBounds.fileBytes) return 'file_too_large'
  return fileKind(bytes) === null ? 'no_invoice_kind' : null
}

/** A copy, so that a file brings no message along. */
const bytesIn = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : new Uint8Array(new Uint8Array(content))

/** Text of one line without what hides or turns letters. */
const oneLine = (text: string | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestLine)

function instantFrom(date: string | undefined): string | null {
  const at = Date.parse(date ?? '')
  // Outside of these years it is no date that a mail has.
  const isPlausible = at > Date.UTC(1980, 0) && at < Date.UTC(2200, 0)
  return isPlausible ? new Date(at).toISOString() : null
}

/** The results alone of the first `Authentication-Results`, which the server that received the message wrote last. */
function authenticationFrom(header: string | undefined): string | null {
  const found = [...(header ?? '').slice(0, 4000).matchAll(/\b(dkim|spf|dmarc)\s*=\s*([a-z]{2,12})/gi)]
  const results = found.map(([, method = '', result = '']) => `${method}=${result}`.toLowerCase())
  return results.length === 0 ? null : [...new Set(results)].slice(0, 6).join(' ')
}
