/** The operator's `end-sessions`: what a restored database brings back of who is in. */

import { loadCompany } from '#features/companies/store.ts'
import { endAllSessions } from '#features/identity/commands/end-all-sessions.ts'
import { companiesWithPeople, findAccountByEmail } from '#features/identity/store/accounts.ts'
import { companiesOfPerson, countOpenSessions, type Whose } from '#features/identity/store/many-sessions.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import { findLivingTokens, revokeAllTokens } from '#features/tokens/commands/all-tokens.ts'
import type { Token } from '#features/tokens/rules.ts'
import { isUuid } from '#kernel/ids.ts'
import { Refused } from '#scripts/operator-database.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { asSystem } from '#server/database/tenant.ts'

type Options = {
  readonly email?: string | undefined
  readonly company?: string | undefined
  readonly apply?: boolean | undefined
  readonly tokens?: boolean | undefined
}

/** Names the sessions and tokens that are open; ends and revokes them where it is told to. */
export async function endSessions(db: Db, words: readonly string[], options: Options): Promise<void> {
  const { apply = false, tokens = false } = options
  if (words.length > 0) throw new Refused('end-sessions takes --email or --company, --tokens and --apply')
  const whose = await readWhose(db, options)
  const on = outsideAnyTransaction(db)
  const { sessions, people, views } = apply
    ? await endAllSessions(db, whose)
    : await countOpenSessions(on, whose, clock.now())
  const seen = views === 0 ? '' : `, and views of other people: ${views}`
  console.log(`${apply ? 'ended  ' : 'would  '} sessions: ${sessions}, of people: ${people}${seen}`)
  const isRevoked = apply && tokens
  const word = isRevoked ? 'revoked' : tokens ? 'would  ' : 'active '
  const count = await eachCompany(db, whose, async (companyId, userId) => {
    const { company, found } = await asSystem(db, companyId, async tx => ({
      company: (await loadCompany(tx)).name,
      found: await (isRevoked ? revokeAllTokens(tx, userId) : findLivingTokens(tx, userId)),
    }))
    for (const token of found) console.log(`${word} ${company}: ${tokenLine(token)}`)
    return found.length
  })
  if (count > 0 && !tokens) console.log("The tokens are left as they are: '--tokens' revokes them.")
  if (!apply) console.log("Nothing has been changed. 'end-sessions --apply' does it.")
}

async function readWhose(db: Db, { email, company }: Options): Promise<Whose> {
  if (email !== undefined && company !== undefined)
    throw new Refused('end-sessions takes --email or --company, not both')
  if (company !== undefined) {
    const companyId = company.toLowerCase()
    const isThere =
      isUuid(companyId) && (await companiesWithPeople(outsideAnyTransaction(db))).includes(companyId)
    if (!isThere) throw new Refused(`there is no company ${company}`)
    return { companyId }
  }
  if (email === undefined) return {}
  const account = await findAccountByEmail(outsideAnyTransaction(db), email.trim().toLowerCase())
  if (!account) throw new Refused(`${email} has no account`)
  return { userId: account.id }
}

/** Visits the companies in question, and adds what each visit found. */
async function eachCompany(
  db: Db,
  { userId, companyId }: Whose,
  visit: (companyId: string, userId: string | null) => Promise<number>,
): Promise<number> {
  let count = 0
  for (const id of await companiesInQuestion()) count += await visit(id, userId ?? null)
  return count

  async function companiesInQuestion(): Promise<readonly string[]> {
    if (companyId !== undefined) return [companyId]
    const on = outsideAnyTransaction(db)
    return userId === undefined ? companiesWithPeople(on) : companiesOfPerson(on, userId)
  }
}

const tokenLine = ({ name, kind, ownerName, hint, createdAt, lastUsedAt, expiresAt }: Token): string =>
  [
    `${kind === 'service' ? 'service' : 'person'} ${ownerName}`,
    `token «${name}» …${hint}`,
    `made ${day(createdAt)}`,
    lastUsedAt === null ? 'never used' : `last used ${day(lastUsedAt)}`,
    `until ${day(expiresAt)}`,
  ].join(', ')

const day = (instant: string): string => new Date(instant).toISOString().slice(0, 10)
