/** Rows of `mailbox`, `b` in its SQL. */
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Db } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

export type MailboxFields = {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly folder: string
  readonly doneFolder: string | null
  readonly collects: boolean
}

export type HeldMailbox = MailboxFields & {
  readonly sealedPassword: string
  readonly collectsFrom: string
  readonly uidValidity: string | null
  readonly lastUid: number
  readonly tryingUid: number | null
  readonly tries: number
  readonly fault: string | null
  readonly revision: number
}

/** The mailbox, locked until the transaction ends; null when the company has none. */
export const lockMailbox = (tx: TenantTx): Promise<HeldMailbox | null> =>
  tx.one<HeldMailbox>(sql`
    select host, port, username, folder, done_folder as "doneFolder", collects as "collects", sealed_password as "sealedPassword",
      collects_from as "collectsFrom", uid_validity as "uidValidity", last_uid::float8 as "lastUid",
      trying_uid::float8 as "tryingUid", tries, fault, revision
    from mailbox where company_id = ${tx.companyId} for no key update`)

/** Waits for whoever names the company's mailbox, before there is one to lock. */
export async function lockNaming(tx: TenantTx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:mailbox`}, 0))`)
}

type Saved = MailboxFields & {
  readonly sealedPassword: string
  /** True for another folder than before: how far the former one was read says nothing of it. */
  readonly isAnother: boolean
}

/** Makes the mailbox, or replaces what is said of it. */
export async function saveMailbox(tx: TenantTx, by: string, saved: Saved): Promise<void> {
  const { host, port, username, folder, doneFolder, collects, sealedPassword, isAnother } = saved
  await tx.runOne(sql`
    insert into mailbox as b (company_id, host, port, username, sealed_password, folder, done_folder, collects, collects_from,
      created_by, updated_at)
    values (${tx.companyId}, ${host}, ${port}, ${username}, ${sealedPassword}, ${folder}, ${doneFolder}, ${collects},
      ((${tx.now}::timestamptz - interval '12 hours') at time zone 'UTC')::date, ${by}, ${tx.now})
    on conflict (company_id) do update set host = excluded.host, port = excluded.port, username = excluded.username,
      sealed_password = excluded.sealed_password, folder = excluded.folder, done_folder = excluded.done_folder,
      collects = excluded.collects, updated_at = excluded.updated_at, revision = b.revision + 1, fault = null,
      tries = 0, trying_uid = null,
      uid_validity = case when ${isAnother} then null else b.uid_validity end,
      last_uid = case when ${isAnother} then 0 else b.last_uid end,
      collects_from = case when ${isAnother} then excluded.collects_from else b.collects_from end`)
}

export async function deleteMailbox(tx: TenantTx): Promise<void> {
  await tx.runOne(sql`delete from mailbox where company_id = ${tx.companyId}`)
}

/** Says which message is begun, and whether for the first time: it counts how many times. */
export async function saveBegun(tx: TenantTx, uid: number): Promise<void> {
  await tx.runOne(sql`
    update mailbox set tries = case when trying_uid = ${uid} then tries + 1 else 1 end, trying_uid = ${uid}
    where company_id = ${tx.companyId}`)
}

/** A message that was begun did not fail by itself: it is no try of it. */
export async function forgetTry(tx: TenantTx): Promise<void> {
  await tx.run(sql`update mailbox set tries = greatest(tries - 1, 0) where company_id = ${tx.companyId}`)
}

/** The folder has been read up to a message. */
export async function saveRead(tx: TenantTx, uidValidity: string, lastUid: number): Promise<void> {
  await tx.run(sql`
    update mailbox set uid_validity = ${uidValidity}, last_uid = ${lastUid}, trying_uid = null, tries = 0
    where company_id = ${tx.companyId}`)
}

/** `fault`: why the visit failed; null when it did not. */
export async function saveVisit(tx: TenantTx, fault: string | null): Promise<void> {
  await tx.run(sql`
    update mailbox set fault = ${fault},
      last_collected_at = case when ${fault}::text is null then ${tx.now} else last_collected_at end,
      last_failed_at = case when ${fault}::text is null then last_failed_at else ${tx.now} end
    where company_id = ${tx.companyId}`)
}

/** True for a company in which the program works: not suspended, not ended, no sample. */
export const isWorking = async (tx: TenantTx): Promise<boolean> =>
  (await tx.one(sql`
    select from company where company_id = ${tx.companyId} and status = 'active' and sample_of is null`)) !==
  null

export const mailboxSeal = (secret: Secret): Seal => openSeal(secret, 'mailboxes')

/** The sealed password of a company's mailbox. */
export const sealedPasswords = (db: Db, companyId: string): SealedRows => ({
  page: async after =>
    after === null
      ? asSystem(db, companyId, tx =>
          tx.all<SealedRow>(sql`
            select company_id::text as id, sealed_password as sealed from mailbox where company_id = ${companyId}`),
        )
      : [],
  replace: async ({ sealed }, anew) => {
    await asSystem(db, companyId, tx =>
      tx.run(sql`
        update mailbox set sealed_password = ${anew} where company_id = ${companyId} and sealed_password = ${sealed}`),
    )
  },
})
