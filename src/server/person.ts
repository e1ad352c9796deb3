/**
 * A transaction of one person and no company: sign-in and refresh, before a company is chosen. Row level
 * security then shows the person's own memberships, and the companies they name, and no other tenant row.
 */
import type pg from 'pg'
import type { Role } from '#kernel/actor.ts'
import { isUuid } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import { commonProblem } from '#server/problems.ts'
import {
  type Assurance,
  type Claims,
  type Factors,
  isFactorRequired,
  markSeen,
  missingStep,
} from '#server/session.ts'
import { type Sql, sql } from '#server/sql.ts'

/** A living person, for calls that belong to no company: the own sessions, the platform. */
export type Self = {
  readonly userId: string
  readonly sessionId: string
  /** The company that the session works in, if any. */
  readonly companyId: string | null
  readonly role: Role
  /** Of the session and of the token that was shown. */
  readonly aal: Assurance
  /** Whether this installation asks a second factor of them. */
  readonly isFactorRequired: boolean
  readonly requestId: string | null
}

/** @throws ProblemError when session or person live no longer, and for whoever looks as somebody else. */
export async function livePerson(
  db: Db,
  claims: Claims,
  requestId: string | null,
  isPlatform: boolean,
): Promise<Self> {
  if (claims.acting !== null) throw commonProblem('viewing')
  const { userId, sessionId } = claims
  const now = clock.now()
  const [row] = await db.run<Factors & { company_id: string | null; seen_counter: number }>(sql`
    select a.role, a.second_factor, s.aal, s.company_id, s.seen_counter
    from session s join account a on a.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.parent_id is null and a.active
      and s.not_after > ${now} and s.idle_after > ${now}`)
  if (!row) throw commonProblem('unauthenticated')
  const missing = missingStep(row, claims)
  // Who has no second factor yet goes to the profile to make one.
  if (missing === 'second_step_required' || (missing && isPlatform)) throw commonProblem(missing)
  if (isPlatform && row.role !== 'admin_saas') throw commonProblem('forbidden')
  if (row.seen_counter < claims.counter) db.run(markSeen(claims)).catch(() => {})
  const { role, company_id: companyId } = row
  const aal = row.aal === 'aal2' && claims.aal === 'aal2' ? 'aal2' : 'aal1'
  return {
    userId,
    sessionId,
    companyId,
    role,
    aal,
    isFactorRequired: isFactorRequired(role, claims),
    requestId,
  }
}

/** Made by `asPerson` alone. */
export class PersonTx {
  readonly userId: string
  readonly now: Date
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient, userId: string) {
    this.#client = client
    this.userId = userId
    this.now = clock.now()
  }

  async all<R extends pg.QueryResultRow>({ text, values, name }: Sql): Promise<R[]> {
    const sent = this.#client.query<R>({ text, values: [...values], ...(name ? { name } : {}) })
    // Whoever awaits it sees the error; a sibling that failed first must not end the process.
    sent.catch(() => {})
    return (await sent).rows
  }

  async one<R extends pg.QueryResultRow>(query: Sql): Promise<R | null> {
    return (await this.all<R>(query))[0] ?? null
  }
}

/** `SET LOCAL` takes no parameter; the literal is a UUID of ours. */
export async function asPerson<T>(db: Db, userId: string, work: (tx: PersonTx) => Promise<T>): Promise<T> {
  if (!isUuid(userId)) throw new Error('person is not a UUID')
  const client = await db.pool.connect()
  try {
    const begun = client.query(`begin; set local app.user_id = '${userId}'`)
    begun.catch(() => {})
    const value = await work(new PersonTx(client, userId))
    await begun
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`transaction ended with ${command}`)
    client.release()
    return value
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      broken => client.release(broken),
    )
    throw error
  }
}
