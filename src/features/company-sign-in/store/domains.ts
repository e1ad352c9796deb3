/** Rows of `sign_in_domain`, which are of no company: whoever signs in is known by a domain alone. */
import type { Statements } from '#features/company-sign-in/store/statements.ts'
import { part, sql } from '#server/database/sql.ts'

export type SignInDomain = {
  readonly domain: string
  readonly token: string
  readonly verifiedAt: string | null
  readonly verifiedBy: 'dns' | 'platform' | null
}

const columns = part`domain, token, verified_at as "verifiedAt", verified_by as "verifiedBy"`

export const findDomains = (on: Statements, companyId: string): Promise<SignInDomain[]> =>
  on.all<SignInDomain>(
    sql`select ${columns} from sign_in_domain where company = ${companyId} order by domain`,
  )

export const verifiedDomains = async (on: Statements, companyId: string): Promise<string[]> =>
  (await findDomains(on, companyId))
    .filter(({ verifiedAt }) => verifiedAt !== null)
    .map(({ domain }) => domain)

/** The company whose domain it is; null when it is verified for none. */
export async function companyOfDomain(on: Statements, domain: string): Promise<string | null> {
  const [row] = await on.all<{ company: string }>(sql`
    select company from sign_in_domain where domain = ${domain} and verified_at is not null`)
  return row?.company ?? null
}

export async function insertDomain(
  on: Statements,
  companyId: string,
  { domain, token }: Pick<SignInDomain, 'domain' | 'token'>,
  now: Date,
): Promise<void> {
  await on.all(sql`
    insert into sign_in_domain (company, domain, token, created_at)
    values (${companyId}, ${domain}, ${token}, ${now}) on conflict do nothing`)
}

/** False when it is verified for another company. */
export async function saveVerified(
  on: Statements,
  companyId: string,
  domain: string,
  by: 'dns' | 'platform',
  now: Date,
): Promise<boolean> {
  const saved = await on.all(sql`
    update sign_in_domain set verified_at = ${now}, verified_by = ${by}
    where company = ${companyId} and domain = ${domain} and not exists (
      select from sign_in_domain o where o.domain = ${domain} and o.verified_at is not null and o.company <> ${companyId})
    returning domain`)
  return saved.length > 0
}

export async function deleteDomain(on: Statements, companyId: string, domain: string): Promise<void> {
  await on.all(sql`delete from sign_in_domain where company = ${companyId} and domain = ${domain}`)
}
