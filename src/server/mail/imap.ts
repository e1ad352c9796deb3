/**
 * A folder of somebody's mailbox, read over IMAP and TLS. Its server is whatever a person names: each of its addresses is
 * checked before it is connected to, its certificate is checked, and neither time nor room goes beyond a bound.
 */
import { isIP } from 'node:net'
import type { ImapFlow } from 'imapflow'
import { AddressNotAllowed, findAddresses, resolveName } from '#server/http/outward.ts'
import type { Reach } from '#server/http/reach.ts'

/** Why a folder could not be read. */
export const imapFaults = [
  'address_not_allowed',
  'name_unknown',
  'refused',
  'takes_too_long',
  'certificate',
  'wrong_password',
  'password_unreadable',
  'folder_missing',
  'done_folder_missing',
  'answers_too_much',
  'no_connection',
] as const
export type ImapFault = (typeof imapFaults)[number]

export class ImapFailed extends Error {
  readonly fault: ImapFault

  constructor(fault: ImapFault, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
  }
}

export type ImapLogin = {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly folder: string
}

/** Messages of an open folder, by their UIDs, which hold as long as its `uidValidity` does. */
export type ImapFolder = {
  readonly uidValidity: string
  /** UIDs above one, the lowest first, of messages that came since a day. */
  newer(uid: number, since: Date): Promise<readonly number[]>
  /** Size in bytes; null for one that is gone. */
  size(uid: number): Promise<number | null>
  /** The whole message; null for one that is gone or larger. */
  source(uid: number, maxBytes: number): Promise<Buffer | null>
  /** Marks as seen, and moves where a folder is named. */
  markDone(uid: number, doneFolder: string | null): Promise<void>
  hasFolder(path: string): Promise<boolean>
}

/** Opens a folder for some work, and closes the connection after it. @throws ImapFailed */
export type Imap = <T>(login: ImapLogin, work: (folder: ImapFolder) => Promise<T>) => Promise<T>

export type ImapOptions = {
  readonly reach: Reach
  readonly resolve?: (name: string) => Promise<readonly string[]>
  /** Certificates of authorities that are trusted besides those that Node knows; tests have their own. */
  readonly ca?: string
  readonly connectMs?: number
  readonly silenceMs?: number
  /** Time for all of it: whoever drips keeps no node. */
  readonly totalMs?: number
}

const usualConnectMs = 10_000
const usualSilenceMs = 30_000
const usualTotalMs = 240_000
/** A server's answers beside messages: bounded, because any server may stand there. */
const maxAnswerBytes = 2 * 1024 * 1024
/** Of all of a connection's answers together, beside the messages that are read: whoever lists without end fills nothing. */
const maxBesideMessages = 16 * 1024 * 1024
const lookMs = 20

export const openImap =
  ({
    reach,
    resolve = resolveName,
    ca,
    connectMs = usualConnectMs,
    silenceMs = usualSilenceMs,
    totalMs = usualTotalMs,
  }: ImapOptions): Imap =>
  async (login, work) => {
    const address = await addressFor(login.host, reach, resolve)
    // The library holds 5 MB: only whoever collects from a mailbox loads it.
    const { ImapFlow: Client } = await import('imapflow')
    const client = new Client({
      host: address,
      port: login.port,
      // A name is held against the certificate, and so is an address in digits.
      ...(isIP(login.host) === 0 && { servername: login.host }),
      secure: true,
      auth: { user: login.username, pass: login.password },
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      maxLiteralSize: maxAnswerBytes,
      maxResponseSize: 2 * maxAnswerBytes,
    })
    // Errors of the connection reach whoever waits for an answer.
    client.on('error', () => {})
    const overdue = setTimeout(() => client.close(), totalMs)
    const read: Read = { messageBytes: 0 }
    const isTooMuch = () => client.stats().received - read.messageBytes > maxBesideMessages
    const watch = setInterval(() => isTooMuch() && client.close(), lookMs)
    try {
      await client.connect()
      return await work(await openFolder(client, login.folder, read))
    } catch (error) {
      throw isTooMuch() ? new ImapFailed('answers_too_much', error) : faultFrom(error)
    } finally {
      clearTimeout(overdue)
      clearInterval(watch)
      client.close()
    }
  }

async function addressFor(
  host: string,
  reach: Reach,
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<string> {
  try {
    const [first] = await findAddresses(host, reach, async name => (isIP(name) ? [name] : resolve(name)))
    return first ?? host
  } catch (error) {
    throw faultFrom(error)
  }
}

/** Bytes of messages that came over a connection. */
type Read = { messageBytes: number }

async function openFolder(client: ImapFlow, path: string, read: Read): Promise<ImapFolder> {
  const opened = await client.mailboxOpen(path).catch(error => {
    throw isAnswered(error) ? new ImapFailed('folder_missing', error) : error
  })
  const byUid = { uid: true }
  return {
    uidValidity: String(opened.uidValidity),
    newer: async (uid, since) => {
      // A range that ends with the last message has that one, also where it is not above.
      const found = await client.search({ uid: `${uid + 1}:*`, since }, byUid)
      return (found || []).filter(each => each > uid).toSorted((one, other) => one - other)
    },
    size: async uid => (await found(client, uid))?.size ?? null,
    source: (uid, maxBytes) => readSource(client, uid, maxBytes, read),
    markDone: async (uid, doneFolder) => {
      await client.messageFlagsAdd(String(uid), ['\\Seen'], byUid)
      if (doneFolder !== null) await client.messageMove(String(uid), doneFolder, byUid)
    },
    hasFolder: async wanted => (await client.list()).some(each => each.path === wanted),
  }
}

const found = async (client: ImapFlow, uid: number) =>
  (await client.fetchOne(String(uid), { size: true, uid: true }, { uid: true })) || null

/** In parts, so that no size that a server tells is believed. */
async function readSource(
  client: ImapFlow,
  uid: number,
  maxBytes: number,
  read: Read,
): Promise<Buffer | null> {
  const { content } = await client.download(String(uid), undefined, { uid: true, maxBytes: maxBytes + 1 })
  if (!content) return null
  const parts: Buffer[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    read.messageBytes += part.length
    if (size > maxBytes) return null
    parts.push(part)
  }
  return size === 0 ? null : Buffer.concat(parts)
}

const text = (error: unknown, name: string): string =>
  error instanceof Error && name in error ? String(Object(error)[name]) : ''

/** True for a command that the server answered with no. */
const isAnswered = (error: unknown): boolean => text(error, 'responseStatus') !== ''

function faultFrom(error: unknown): ImapFailed | Error {
  if (error instanceof ImapFailed) return error
  if (error instanceof AddressNotAllowed) return new ImapFailed('address_not_allowed', error)
  const code = text(error, 'code')
  if (text(error, 'authenticationFailed') === 'true') return new ImapFailed('wrong_password', error)
  if (code === 'ENOTFOUND') return new ImapFailed('name_unknown', error)
  if (code === 'ECONNREFUSED') return new ImapFailed('refused', error)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new ImapFailed('takes_too_long', error)
  if (/CERT|SSL|TLS|SELF_SIGNED|VERIFY|ISSUER|EPROTO/.test(code)) return new ImapFailed('certificate', error)
  if (code !== '' || isAnswered(error)) return new ImapFailed('no_connection', error)
  return error instanceof Error ? error : new Error(String(error))
}
