/** The transport of mails: one SMTP session each, encrypted unless the server is this machine. */
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'
import { isLoopback } from '#server/loopback.ts'

export type OutgoingMail = {
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type MailTransport = {
  /** Domain of the Message-IDs. */
  readonly domain: string
  /** Resolves when the server has accepted the mail. `signal` aborts the session. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<void>
}

/** The transport of a configuration; null in the demo and without a mail server, where no mail is sent. */
export function openMailTransport({ demo, smtpUrl, mailFrom }: Config): MailTransport | null {
  return demo || smtpUrl === null || mailFrom === null
    ? null
    : smtpTransport({ url: smtpUrl, from: mailFrom })
}

/** A transport by SMTP. `url`: `smtp://user:password@host:587` or `smtps://…`; `from`: an address, or `Name <address>`. */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const server = new URL(url)
  const host = server.hostname.replace(/^\[|\]$/g, '')
  const secure = server.protocol === 'smtps:'
  const isLocal = isLoopback(host)
  const user = decodeURIComponent(server.username)
  const transport = createTransport({
    host,
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    // A mail server on this machine rarely has a certificate that can be verified.
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
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

/** True for a permanent failure: a 5xx about the recipient or the message. A 5xx about us (sign-in, TLS) can be fixed, and retried. */
export function isPermanent(error: unknown): boolean {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  const isOfTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfTheMail && typeof responseCode === 'number' && responseCode >= 500
}
