/** Rows of `company_sign_in` and `company_identity`. */
import type { SignInMode } from '#features/company-sign-in/rules.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { openSeal, type Seal } from '#server/auth/seal.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import type { Db } from '#server/database/db.ts'
import { part, sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx } from '#server/database/tenant.ts'

export type SignInSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly sealedSecret: string
  readonly trustsAddresses: boolean
  readonly mode: SignInMode
  readonly testedBy: string | null
  readonly testedAt: string | null
  readonly revision: number
}

export const signInSeal = (secret: Secret): Seal => openSeal(secret, 'company sign-in')

const columns = part`issuer, client_id as "clientId", sealed_secret as "sealedSecret",
  trusts_addresses as "trustsAddresses", mode, tested_by as "testedBy", tested_at as "testedAt", revision`

export const loadSettings = (tx: TenantTx): Promise<SignInSettings | null> =>
  tx.one<SignInSettings>(sql`select ${columns} from company_sign_in where company_id = ${tx.companyId}`)

/** Settings, which nobody changes until the transaction ends; the company waits for whoever sets them first. */
export async function lockSettings(tx: TenantTx): Promise<SignInSettings | null> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}:sign-in`}, 0))`)
  return tx.one<SignInSettings>(sql`
    select ${columns} from company_sign_in where company_id = ${tx.companyId} for no key update`)
}

export type ProviderFields = Pick<
  SignInSettings,
  'issuer' | 'clientId' | 'sealedSecret' | 'trustsAddresses' | 'mode'
>

/** Saves the provider; whatever was tried with other settings counts no more. */
export async function saveProvider(tx: TenantTx, fields: ProviderFields): Promise<void> {
  const { issuer, clientId, sealedSecret, trustsAddresses, mode } = fields
  await tx.runOne(sql`
    insert into company_sign_in (company_id, issuer, client_id, sealed_secret, trusts_addresses, mode, created_at, updated_at)
    values (${tx.companyId}, ${issuer}, ${clientId}, ${sealedSecret}, ${trustsAddresses}, ${mode}, ${tx.now}, ${tx.now})
    on conflict (company_id) do update set issuer = excluded.issuer, client_id = excluded.client_id,
      sealed_secret = excluded.sealed_secret, trusts_addresses = excluded.trusts_addresses, mode = excluded.mode,
      tested_by = null, tested_at = null, revision = company_sign_in.revision + 1, updated_at = excluded.updated_at`)
}

export async function saveMode(tx: TenantTx, mode: SignInMode): Promise<void> {
  await tx.runOne(sql`
    update company_sign_in set mode = ${mode}, revision = revision + 1, updated_at = ${tx.now}
    where company_id = ${tx.companyId}`)
}

export async function saveTested(tx: TenantTx, userId: string): Promise<void> {
  await tx.runOne(sql`
    update company_sign_in set tested_by = ${userId}, tested_at = ${tx.now} where company_id = ${tx.companyId}`)
}

/** The person whom the provider knows by this id; null for somebody new. */
export async function findLinked(
  tx: TenantTx,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<string | null> {
  const row = await tx.one<{ userId: string }>(sql`
    select user_id as "userId" from company_identity
    where company_id = ${tx.companyId} and issuer = ${issuer} and subject = ${subject}`)
  return row?.userId ?? null
}

export const hasIdentity = async (tx: TenantTx, userId: string): Promise<boolean> =>
  (await tx.one(sql`
    select from company_identity where company_id = ${tx.companyId} and user_id = ${userId}`)) !== null

/** The person of the company with this address, if the provider knows them; null otherwise. */
export async function linkedAt(tx: TenantTx, email: string): Promise<string | null> {
  const row = await tx.one<{ userId: string }>(sql`
    select i.user_id as "userId" from company_identity i join account who on who.id = i.user_id
    where i.company_id = ${tx.companyId} and who.email = ${email}`)
  return row?.userId ?? null
}

/** The issuer at which the person was known until now; null for none. */
export async function forgetIdentity(tx: TenantTx, userId: string): Promise<string | null> {
  const row = await tx.one<{ issuer: string }>(sql`
    delete from company_identity where company_id = ${tx.companyId} and user_id = ${userId} returning issuer`)
  return row?.issuer ?? null
}

export async function forgetIdentities(tx: TenantTx): Promise<void> {
  await tx.run(sql`delete from company_identity where company_id = ${tx.companyId}`)
}

/** Secrets of a company's provider, sealed. */
export const sealedSignIn = (db: Db, companyId: string): SealedRows => ({
  page: after =>
    asSystem(db, companyId, tx =>
      tx.all<SealedRow>(sql`
        select company_id as id, sealed_secret as sealed from company_sign_in
        where company_id = ${companyId} and ${after}::uuid is null`),
    ),
  replace: async ({ sealed }, anew) => {
    await asSystem(db, companyId, tx =>
      tx.run(sql`
        update company_sign_in set sealed_secret = ${anew}
        where company_id = ${companyId} and sealed_secret = ${sealed}`),
    )
  },
})

/** Settings while the company offers its provider: none in a company that has ended. */
export const loadOffered = (tx: TenantTx): Promise<SignInSettings | null> =>
  tx.one<SignInSettings>(sql`
    select ${columns} from company_sign_in where company_id = ${tx.companyId} and mode <> 'off' and exists (
      select from company co where co.company_id = ${tx.companyId} and co.status <> 'inactive')`)

export const companyExists = async (tx: TenantTx): Promise<boolean> =>
  (await tx.one(sql`select from company where company_id = ${tx.companyId}`)) !== null
