/** Rows of identity that the program's secret sealed or peppered. */
import type { Statements } from '#features/identity/store/statements.ts'
import type { SealedRow, SealedRows } from '#server/auth/resealing.ts'
import { sql } from '#server/database/sql.ts'

export const sealedFactors = (on: Statements): SealedRows => ({
  page: after =>
    on.all<SealedRow>(sql`
      select id, sealed_secret as sealed from factor
      where ${after}::uuid is null or id > ${after} order by id limit 1000`),
  replace: async ({ id, sealed }, anew) => {
    await on.all(
      sql`update factor set sealed_secret = ${anew} where id = ${id} and sealed_secret = ${sealed}`,
    )
  },
})

/** Numbers of hashes that do not name this key as their pepper's. */
export type OtherHashes = {
  readonly passwords: number
  /** Unused recovery codes, and how many people have them. */
  readonly codes: number
  readonly codePeople: number
  /** Companies of one's own that wait for their confirmation. */
  readonly requests: number
}

export async function countOtherHashes(on: Statements, keyId: string): Promise<OtherHashes> {
  const prefix = `${keyId}$`
  const [counts] = await on.all<OtherHashes>(sql`
    select
      (select count(*)::int from account
        where password_hash is not null and not starts_with(password_hash, ${prefix})) as passwords,
      (select count(*)::int from recovery_code
        where used_at is null and not starts_with(hash, ${prefix})) as codes,
      (select count(distinct user_id)::int from recovery_code
        where used_at is null and not starts_with(hash, ${prefix})) as "codePeople",
      (select count(*)::int from company_request where password_hash is not null
        and confirmed_at is null and not starts_with(password_hash, ${prefix})) as requests`)
  if (!counts) throw new Error('no counts')
  return counts
}
