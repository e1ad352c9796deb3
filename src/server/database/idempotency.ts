/**
 * Idempotency: a repeated request (equal company, person, route, key and body) gets the stored answer, and the effect
 * happens exactly once. The key's row is written in the transaction of the effect, so its unique constraint makes a
 * second effect impossible.
 */
import type { Actor } from '#kernel/actor.ts'
import { type CommonProblem, problemType } from '#kernel/problem.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { Claims } from '#server/auth/session.ts'
import { type Db, sqlState } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem, type TenantTx, type Work, withTenant } from '#server/database/tenant.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

export type Key = {
  readonly route: string
  readonly key: string
  /** Of the request as this release reads it: what a release before compares. */
  readonly digest: string
  /** Of the request as it was sent: the same whichever release reads it. */
  readonly sentDigest: string
  /** Both under other keys of the secret, while it is rotated. */
  readonly otherDigests?: readonly string[]
}
type Request = {
  readonly claims: Claims
  readonly requestId: string | null
  /** True for a write that a role which only reads may make too. */
  readonly forReaders?: boolean
}

/** Runs `work` once for a key: later requests with it get the stored answer. */
export async function once<T>(db: Db, request: Request, key: Key, work: Work<T>): Promise<T> {
  // An impersonator gets no answer of an earlier write either.
  if (request.claims.impersonator !== null) throw commonProblem('impersonating')
  const earlier: { answered: Answered<T> | null } = { answered: null }
  try {
    const value = await withTenant(db, { ...request, mode: 'write' }, async (tx, actor) => {
      earlier.answered = null
      const result = await work(tx, actor)
      // A refusal may be the echo of the first try (already decided, already confirmed): the first try's answer is
      // returned then, and the writes of this one roll back with the refusal.
      if (isRefusal(result)) earlier.answered = await lookUp<T>(tx, actor, key)
      else storeAnswer(tx, actor, key, result)
      return result
    })
    return earlier.answered ? earlier.answered.answer : value
  } catch (error) {
    if (!isKeyTaken(error) && !(error instanceof ProblemError)) throw error
    const answered = await withTenant(db, { ...request, mode: 'read' }, (tx, actor) =>
      lookUp<T>(tx, actor, key),
    )
    if (answered) return answered.answer
    throw isKeyTaken(error) ? commonProblem('in_flight', {}, 1) : error
  }
}

/**
 * Several items under one key, each a transaction with its own stored answer. An item blocked by another request (a
 * lock, a key in flight) is refused as `busy` and the next ones go on; a problem of the caller or an outage ends the call.
 */
export function onceEach(db: Db, request: Request, key: Key) {
  let count = 0
  return async <T>(work: Work<T | Refusal>): Promise<T | Refusal> => {
    count += 1
    try {
      return await once(db, request, { ...key, key: `${key.key}/${count}` }, work)
    } catch (error) {
      const isBlocked = blockedKinds.some(kind => isProblem(error, kind)) || sqlState(error) === '55P03'
      if (isBlocked) return refuse('busy')
      throw error
    }
  }
}

const blockedKinds = ['busy', 'in_flight'] as const

const isProblem = (error: unknown, kind: CommonProblem): boolean =>
  error instanceof ProblemError && error.problem.type === problemType(kind)

/** The answer of an earlier request, boxed because it may be null itself. */
class Answered<T> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}

function storeAnswer(tx: TenantTx, actor: Actor, given: Key, answer: unknown): void {
  const { route, key, digest, sentDigest } = given
  tx.batchWithCommit(gathering =>
    gathering.runOne(sql`
      insert into idempotency_key (company_id, user_id, route, key, request_digest, sent_digest, answer, created_at)
      values (${tx.companyId}, ${actor.userId}, ${route}, ${key}, ${digest}, ${sentDigest},
        ${JSON.stringify(answer)}::jsonb, ${tx.now})`),
  )
}

async function lookUp<T>(
  tx: TenantTx,
  actor: Actor,
  { route, key, digest, sentDigest, otherDigests = [] }: Key,
): Promise<Answered<T> | null> {
  const row = await tx.one<{ digests: (string | null)[]; answer: T }>(sql`
    select array[request_digest, sent_digest] as digests, answer from idempotency_key
    where company_id = ${tx.companyId} and user_id = ${actor.userId} and route = ${route} and key = ${key}`)
  if (!row) return null
  const same = new Set<string | null>([digest, sentDigest, ...otherDigests])
  if (!row.digests.some(one => one !== null && same.has(one))) throw commonProblem('idempotency_key_reused')
  return new Answered(row.answer)
}

const keptDays = 7

/** Deletes the keys of these companies that are older than a week: nobody retries for so long. */
export async function sweepKeys(db: Db, companyIds: readonly string[]): Promise<void> {
  for (const companyId of companyIds) {
    await asSystem(db, companyId, tx =>
      tx.run(sql`delete from idempotency_key where company_id = ${tx.companyId}
        and created_at < ${new Date(tx.now.getTime() - keptDays * 86_400_000)}`),
    )
  }
}

/** By the message: from a node of a cluster there is no field for the constraint, and its name ends in a number. */
function isKeyTaken(error: unknown): boolean {
  const isTaken = error instanceof Error && /"idempotency_key_pkey(_\d+)?"/.test(error.message)
  return isTaken && sqlState(error) === '23505'
}
