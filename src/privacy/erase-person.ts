/**
 * Erasure of a person who works nowhere any more (GDPR, article 17): `npm run operator -- erase-person`. Each company is a
 * transaction of its own, and the account the last one, so that an erasure that was interrupted is asked for again.
 */
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { type ErasedPerson, type ErasedRows, eraseInCompany } from '#privacy/erase-in-company.ts'
import {
  type Account,
  type Belonging,
  companiesWith,
  eraseAccount,
  findAccount,
} from '#privacy/store/accounts.ts'
import type { Db } from '#server/database/db.ts'
import { asPerson } from '#server/database/person.ts'
import { asSystem } from '#server/database/tenant.ts'

export type ErasureRefusal =
  | 'no_such_account'
  | 'service_account'
  | 'platform_administrator'
  | 'still_a_member'

/** Rows that an erasure changed, or would change, in each company. */
export type ErasureReport = readonly ({ readonly company: string } & ErasedRows)[]

/**
 * Erases the person whose account has this address, with the owner's database. A dry run does each company's part and
 * rolls it back, so that its report is exact.
 */
export async function erasePerson(
  owner: Db,
  email: string,
  { reason, isApplied }: { readonly reason: string; readonly isApplied: boolean },
): Promise<ErasureReport | Refusal<ErasureRefusal>> {
  const account = await findAccount(owner, email)
  if (!account) return refuse('no_such_account')
  const companies = await companiesWith(owner, account.id)
  const may = mayErase(account, companies)
  if (isRefusal(may)) return may
  const known = [account.email, account.newEmail ?? '', account.name, account.lastName, fullName(account)]
  const person = { userId: account.id, known: known.filter(value => value !== ''), reason }
  const report: ({ company: string } & ErasedRows)[] = []
  for (const { id, name } of companies)
    report.push({ company: name, ...(await erasedIn(owner, id, person, isApplied)) })
  if (isApplied) await asPerson(owner, account.id, tx => eraseAccount(tx, account))
  return report
}

const fullName = ({ name, lastName }: Account): string => `${name} ${lastName}`.trim()

function mayErase(
  { role, isService }: Account,
  companies: readonly Belonging[],
): true | Refusal<ErasureRefusal> {
  if (isService) return refuse('service_account')
  if (role === 'admin_saas') return refuse('platform_administrator')
  const working = companies.filter(({ isActive }) => isActive).map(({ name }) => name)
  return working.length === 0 || refuse('still_a_member', { companies: working.join(', ') })
}

/** Thrown so that a dry run is rolled back with its result. */
class DryRun extends Error {
  readonly rows: ErasedRows
  constructor(rows: ErasedRows) {
    super('dry run')
    this.rows = rows
  }
}

async function erasedIn(
  owner: Db,
  companyId: string,
  person: ErasedPerson,
  isApplied: boolean,
): Promise<ErasedRows> {
  try {
    return await asSystem(owner, companyId, async tx => {
      const rows = await eraseInCompany(tx, person)
      if (!isApplied) throw new DryRun(rows)
      return rows
    })
  } catch (error) {
    if (error instanceof DryRun) return error.rows
    throw error
  }
}
