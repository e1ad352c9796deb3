/**
 * The mail queue: a mail is a row, written in the transaction of its cause, so that both happen or neither. Its content
 * is sealed, because its links open accounts.
 */
import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import { isSingleAddress } from '#kernel/letter.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { type Sql, sql } from '#server/database/sql.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  /** Category, for the operator: 'recovery', 'invitation' … */
  readonly kind: string
  readonly text: string
  readonly html: string
}

/** Sends statements: in the transaction of a company or of a person, or, from the pool, each in its own. */
export type Statements = { all(query: Sql): Promise<readonly unknown[]> }

export const mailSeal = (secret: Secret): Seal => openSeal(secret, 'mail')

/**
 * Queues a mail; in a transaction of a sample company, nothing.
 * @throws when address or subject could inject a header or a further recipient, because callers check addresses.
 */
export async function queueMail(on: Statements, seal: Seal, mail: Mail, now: Date): Promise<void> {
  const { to, subject, kind, text, html } = mail
  if (!isSingleAddress(to)) throw new Error('a mail to no single address')
  if (/\p{Cc}/u.test(subject + kind)) throw new Error('a mail whose subject has control characters')
  if (await isInSample(on)) return
  await on.all(sql`
    insert into mail (id, kind, to_address, subject, sealed, created_at, next_try_at)
    values (${newId(now.getTime())}, ${kind}, ${to}, ${subject}, ${seal.seal(JSON.stringify({ text, html }))}, ${now}, ${now})`)
}

/** True in a transaction of a sample company. */
async function isInSample(on: Statements): Promise<boolean> {
  const found = await on.all(sql`
    select from company where sample_of is not null
      and company_id = nullif(current_setting('app.company_id', true), '')::uuid`)
  return found.length > 0
}

export const sealedMails = (db: Db): SealedRows => ({
  page: after =>
    db.run<SealedRow>(sql`
      select id, sealed from mail
      where sealed is not null and (${after}::uuid is null or id > ${after}) order by id limit 1000`),
  replace: async ({ id, sealed }, anew) => {
    await db.run(sql`update mail set sealed = ${anew} where id = ${id} and sealed = ${sealed}`)
  },
})

const Content = z.object({ text: z.string(), html: z.string() })

/** The content of a sealed mail; null when the secret has changed, or the row was altered. */
export function unsealContent(seal: Seal, sealed: string): z.infer<typeof Content> | null {
  const opened = seal.unseal(sealed)
  return opened === null ? null : Content.parse(JSON.parse(opened))
}

export type StuckMail = {
  readonly id: string
  readonly kind: string
  readonly to_address: string
  readonly subject: string
  readonly attempts: number
  readonly last_error: string | null
  readonly created_at: string
  readonly failed_at: string | null
}

/** Failed and waiting mails, oldest first, without their content. */
export function stuckMails(db: Db): Promise<StuckMail[]> {
  return db.run<StuckMail>(sql`
    select id, kind, to_address, subject, attempts, last_error, created_at, failed_at
    from mail where sent_at is null order by created_at, id limit 1000`)
}

/** Makes failed and waiting mails due now, with their attempts counted from zero. Returns their number. */
export async function retryMails(db: Db, id: string | null): Promise<number> {
  const now = clock.now()
  const again = await db.run(sql`
    update mail set attempts = 0, failed_at = null, next_try_at = ${now}
    where sent_at is null and last_error is not null
      and (${id}::uuid is null or id = ${id}) returning id`)
  return again.length
}

const day = 24 * 3600_000

/** Deletes sent mails after 30 days and failed ones after 90; the text kept for the outbox page after a day or 500 newer mails. */
export async function sweepMail(db: Db): Promise<void> {
  const ago = (days: number) => new Date(clock.now().getTime() - days * day)
  await db.run(sql`delete from mail where sent_at < ${ago(30)} or failed_at < ${ago(90)}`)
  await db.run(sql`
    update mail set sealed = null where sealed is not null and sent_at is not null and (sent_at < ${ago(1)}
      or id not in (select id from mail where sealed is not null order by created_at desc, id desc limit 500))`)
}
