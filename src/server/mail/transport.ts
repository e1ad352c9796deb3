/** How a mail leaves: one SMTP conversation each, encrypted unless the server is this very machine. */
import { createTransport } from 'nodemailer'
import { type Config, isLoopback } from '#server/config.ts'

export type OutgoingMail = {
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type MailTransport = {
  /** Of the Message-IDs. */
  readonly domain: string
  /** Resolves when the server has taken it. `signal` cuts the conversation. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>
}

/** Null where mails do not leave: in the demo, and without a mail server. */
export function transportOf({ demo, smtpUrl, mailFrom }: Config): MailTransport | null {
  return demo || smtpUrl === null || mailFrom === null
    ? null
    : smtpTransport({ url: smtpUrl, from: mailFrom })
}

/** `url`: `smtp://user:password@host:587` or `smtps://…`; `from`: an address, or `Name <address>`. */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const server = new URL(url)
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const secure = server.protocol === 'smtps:'
  const isHere = isLoopback(host)
  const user = decodeURIComponent(server.username)
  const transport = createTransport({
    host,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    // A mail server on this machine rarely has a certificate that anybody would believe.
    requireTLS: !isHere,
    ignoreTLS: isHere,
    tls: { minVersion: 'TLSv1.2' },
    ...(user && { auth: { user, pass: decodeURIComponent(server.password) } }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    domain: /@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost',
    deliver: async ({ to, ...mail }, signal) => {
      await transport.sendMail({
        ...mail,
        from,
        signal,
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
  }
}

/** A 5xx to this recipient or this message: trying again would hear the same. One to us (sign-in, TLS) may be mended. */
export function isForEver(error: unknown): boolean {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfTheMail && typeof responseCode === 'number' && responseCode >= 500
}
