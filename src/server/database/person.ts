/**
 * A transaction of one person and no company, for sign-in and refresh, before a company is chosen. Row level security
 * shows it the person's own memberships, the companies of those memberships, and no other tenant row.
 */
import type pg from 'pg'
import type { Role } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { type Assurance, type Claims, type Factors, markSeen, missingStep } from '#server/auth/session.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { command, giveBack, oneConnectionPerNode, send } from '#server/database/pipeline.ts'
import { retrying } from '#server/database/retrying.ts'
import { part, type Sql, sql } from '#server/database/sql.ts'
import { commonProblem } from '#server/problems.ts'

/** A person with a live session, for calls outside any company: the own sessions, the platform. */
export type Self = {
  readonly userId: string
  readonly sessionId: string
  /** The company that the session works in, if any. */
  readonly companyId: string | null
  readonly role: Role
  /** Assurance: the lower of the session's and the presented token's. */
  readonly aal: Assurance
  readonly requestId: string | null
  /** Company whose provider opened the session; null for any other session. */
  readonly boundTo: string | null
}

/** @throws ProblemError when the session or the account is no longer active, and for an impersonator. */
export async function livePerson(
  db: Db,
  claims: Claims,
  requestId: string | null,
  isPlatform: boolean,
): Promise<Self> {
  if (claims.impersonator !== null) throw commonProblem('impersonating')
  if (claims.tokenId !== undefined) throw commonProblem('token_scope')
  const { userId, sessionId } = claims
  const now = clock.now()
  const [row] = await db.run<
    Pick<Factors, 'role' | 'aal' | 'second_factor'> & {
      company_id: string | null
      seen_counter: number
      bound_to: string | null
    }
  >(sql`
    select who.role, who.second_factor, s.aal, s.company_id, s.seen_counter, s.bound_to
    from session s join account who on who.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.parent_id is null and who.active
      and s.not_after > ${now} and s.idle_after > ${now}`)
  if (!row) throw commonProblem('unauthenticated')
  // A company's second-factor policy is checked where its rows are read: `withTenant`.
  const missing = missingStep({ ...row, factor_policy: null, decides: false }, claims)
  // A missing second factor is no obstacle outside the platform: the person enrols one through these calls.
  if (missing === 'second_step_required' || (missing && isPlatform)) throw commonProblem(missing)
  if (isPlatform && row.role !== 'admin_saas') throw commonProblem('forbidden')
  if (row.seen_counter < claims.counter) db.run(markSeen(claims)).catch(() => {})
  const { role, company_id: companyId, bound_to: boundTo } = row
  const aal = row.aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1'
  return { userId, sessionId, companyId, role, aal, requestId, boundTo }
}

/** A transaction of one person; made by `asPerson` and `readAsPerson` alone. */
export class PersonTx {
  readonly userId: string
  readonly now: Date
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient, userId: string) {
    this.#client = client
    this.userId = userId
    this.now = clock.now()
  }

  async all<R extends pg.QueryResultRow>(query: Sql): Promise<R[]> {
    return (await send<R>(this.#client, query)).rows
  }

  async one<R extends pg.QueryResultRow>(query: Sql): Promise<R | null> {
    return (await this.all<R>(query))[0] ?? null
  }
}

type Work<T> = (tx: PersonTx) => Promise<T>

/** A transaction whose later statements depend on the results of earlier ones. */
export async function asPerson<T>(db: Db, userId: string, work: Work<T>): Promise<T> {
  return retrying(() =>
    inTransaction(db, userId, async client => {
      const value = await work(new PersonTx(client, userId))
      mustBeCommitted(await command(client, 'commit'))
      return value
    }),
  )
}

/** A transaction whose statements are all sent at once: the commit is sent behind them, in one round trip. */
export async function readAsPerson<T>(db: Db, userId: string, work: Work<T>): Promise<T> {
  return inTransaction(db, userId, async client => {
    const working = work(new PersonTx(client, userId))
    const ending = command(client, 'commit')
    const value = await working
    mustBeCommitted(await ending)
    return value
  })
}

/** `SET LOCAL` takes no parameter, so the literals are checked to be UUIDs. */
async function inTransaction<T>(
  db: Db,
  userId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  if (!isUuid(userId)) throw new Error('person is not a UUID')
  const client = await db.pool.connect()
  try {
    const begun = command(client, `begin; ${oneConnectionPerNode}`)
    const { rows } = await send<{ company: string }>(client, ownCompanyIds(userId))
    const companies = rows.map(({ company }) => company)
    if (!companies.every(isUuid)) throw new Error('company is not a UUID')
    const settingSent = command(
      client,
      `set local app.user_id = '${userId}'; set local app.companies = '${companies.join(',')}'`,
    )
    const value = await work(client)
    await Promise.all([begun, settingSent])
    giveBack(client)
    return value
  } catch (error) {
    await command(client, 'rollback').then(
      () => giveBack(client),
      broken => giveBack(client, broken),
    )
    throw error
  }
}

/** The companies of the person of this transaction, as row level security on `company` takes them. */
export const ownCompanies = part`any (string_to_array(current_setting('app.companies', true), ',')::uuid[])`

const ownCompanyIds = (userId: string): Sql =>
  sql`select company from account_company where user_id = ${userId}`

function mustBeCommitted({ command: how }: pg.QueryResult): void {
  if (how !== 'COMMIT') throw new Error(`transaction mustBeCommitted with ${how}`)
}
