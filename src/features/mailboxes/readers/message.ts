/** A raw message of the mailbox, parsed: from whom, about what, and the files that it brings. */
import PostalMime, { type Address, type Attachment } from 'postal-mime'
import {
  type LeftOutFile,
  type MailedFile,
  type MailedLeftOut,
  mailboxBounds,
  type ParsedMessage,
} from '#features/mailboxes/rules/message.ts'
import { fileKind } from '#server/files/file-kind.ts'

const parserBounds = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 3 } as const
const longestLine = 300
const longestName = 200
const longestAddress = 254

/** @throws Error for a message that is nested too deeply, or whose headers are too large. */
export async function readMessage(bytes: Uint8Array): Promise<ParsedMessage> {
  const email = await PostalMime.parse(bytes, parserBounds)
  const from = senderFrom(email.from)
  const inspected = email.attachments
    .filter(attachment => !isInlineImage(attachment, email.html ?? ''))
    .map(inspect)
  const taken = inspected.flatMap(({ file }) => (file ? [file] : []))
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
    leftOut: [...inspected.flatMap(({ leftOut }) => (leftOut ? [leftOut] : [])), ...beyond].slice(
      0,
      2 * mailboxBounds.files,
    ),
  }
}

/** The one address of a sender; nobody where a message names a group. */
function senderFrom(from: Address | undefined): { address: string; name: string } {
  const address = oneLine(from?.address).toLowerCase()
  const isOne = /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) && address.length <= longestAddress
  return { address: isOne ? address : '', name: oneLine(from?.name) }
}

/** Pictures within the text, as logos are. One that is attached, though shown below the text, may be the photo of an invoice. */
const isInlineImage = ({ mimeType, related, contentId }: Attachment, html: string): boolean =>
  mimeType.startsWith('image/') && (related === true || isNamedIn(html, contentId))

function isNamedIn(html: string, contentId: string | undefined): boolean {
  const id = (contentId ?? '').replace(/^<|>$/g, '')
  const names = html.matchAll(/\bcid:([^"'\s<>)]+)/gi)
  return [...names].some(([, name]) => name === id || name === encodeURIComponent(id))
}

type Inspected = { readonly file?: MailedFile; readonly leftOut?: LeftOutFile }

function inspect({ filename, content }: Attachment): Inspected {
  const name = oneLine(filename?.split(/[\\/]/).at(-1), longestName) || 'archivo'
  const bytes = bytesIn(content)
  const reason = reasonToLeaveOut(bytes)
  return reason === null ? { file: { name, bytes } } : { leftOut: { name, size: bytes.length, reason } }
}

function reasonToLeaveOut(bytes: Uint8Array): MailedLeftOut | null {
  if (bytes.length === 0) return 'file_empty'
  if (bytes.length > mailboxBounds.fileBytes) return 'file_too_large'
  return fileKind(bytes) === null ? 'no_invoice_kind' : null
}

/** A copy, so that a file does not keep the whole message in memory. */
const bytesIn = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : new Uint8Array(new Uint8Array(content))

/** Text of one line. What turns its direction leaves a gap, as control characters do; what is invisible leaves none. */
function oneLine(text: string | undefined, longest = longestLine): string {
  const line = (text ?? '')
    .normalize('NFC')
    .replace(/[\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, longest).join('')
}

function instantFrom(date: string | undefined): string | null {
  const at = Date.parse(date ?? '')
  // Outside of these years it is no date that a mail has.
  const isPlausible = at > Date.UTC(1980, 0) && at < Date.UTC(2200, 0)
  return isPlausible ? new Date(at).toISOString() : null
}

/**
 * Results of the first `Authentication-Results`: servers write theirs above what the message brings. Source: RFC 8601; the
 * server's name comes first, then a result in each part, whose comments and properties the sender may have written.
 */
function authenticationFrom(header: string | undefined): string | null {
  const [, ...parts] = withoutComments((header ?? '').slice(0, 4000)).split(';')
  const results = parts.flatMap(part => {
    const [, method, result] = /^\s*(dkim|spf|dmarc)\s*=\s*([a-z]{2,12})\b/i.exec(part) ?? []
    return method && result ? [`${method}=${result}`.toLowerCase()] : []
  })
  return results.length === 0 ? null : [...new Set(results)].slice(0, 6).join(' ')
}

/** A header's value without what is quoted and what stands in parentheses, which may stand within others. */
function withoutComments(value: string): string {
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '')
  const shorter = unquoted.replace(/\([^()]*\)/g, '')
  return shorter === unquoted ? shorter : withoutComments(shorter)
}
