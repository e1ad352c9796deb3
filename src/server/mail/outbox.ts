/** The mails of the page at `/dev/outbox`: those whose text is still stored, newest first. The messages about facts are `jobs/outbox`. */

import type { Seal } from '#server/auth/seal.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { unsealContent } from '#server/mail/queue.ts'

export type OutboxMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly kind: string
  readonly text: string
  readonly html: string
  /** Links in the text, without the signature's, in order. */
  readonly links: readonly string[]
  readonly created_at: string
}

type Row = Pick<OutboxMail, 'id' | 'kind' | 'subject' | 'created_at'> & { to_address: string; sealed: string }

/** The mails to one address, or all. */
export async function outboxMails(db: Db, seal: Seal, to: string | null): Promise<OutboxMail[]> {
  const rows = await db.run<Row>(sql`
    select id, kind, to_address, subject, sealed, created_at from mail
    where sealed is not null and (${to}::text is null or lower(to_address) = lower(${to}))
    order by created_at desc, id desc limit 500`)
  return rows.flatMap(row => openMail(row, seal))
}

export async function outboxMail(db: Db, seal: Seal, id: string): Promise<OutboxMail | null> {
  const [row] = await db.run<Row>(sql`
    select id, kind, to_address, subject, sealed, created_at from mail
    where sealed is not null and id = ${id}`)
  return row ? (openMail(row, seal)[0] ?? null) : null
}

/** The opened mail alone; none where it was sealed under an earlier secret. */
function openMail({ id, kind, to_address, subject, sealed, created_at }: Row, seal: Seal): OutboxMail[] {
  const content = unsealContent(seal, sealed)
  if (content === null) return []
  const { text, html } = content
  return [{ id, to: to_address, subject, kind, text, html, links: findLinks(text), created_at }]
}

function findLinks(text: string): string[] {
  const [body = ''] = text.split('\n-- \n', 1)
  return [...new Set(body.match(webAddresses))]
}

export const webAddresses = /https?:\/\/[^\s<>"]+/g
