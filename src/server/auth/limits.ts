/**
 * Rate limits, counted in PostgreSQL, so that all nodes count together. A window begins with its first try. Subjects
 * (addresses, sessions) are stored as keyed digests and cannot be read back; under another secret windows begin anew.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { Limit, Try } from '#kernel/limit.ts'
import type { Secret } from '#server/auth/secret-keys.ts'
import { clock } from '#server/clock.ts'
import type { Db } from '#server/database/db.ts'
import { rows, type Sql, sql } from '#server/database/sql.ts'
import { commonProblem, ProblemError } from '#server/problems.ts'

export type Limits = {
  /** Counts all tries, and says of each limit how many are left; of limits that are lifted, nothing. */
  count(tries: readonly Try[]): Promise<readonly Counted[]>
  /** Counts all tries, and returns the exceeded limits, each with the seconds to wait. */
  take(tries: readonly Try[]): Promise<readonly Exceeded[]>
  /** Takes tries back that turned out to be no attack. */
  uncount(tries: readonly Try[]): Promise<void>
}

export type Exceeded = { readonly limit: Limit; readonly waitSeconds: number }

export type Counted = {
  readonly limit: Limit
  /** Tries left in the window; below zero when this was one too many. */
  readonly remaining: number
  /** Seconds until the window ends. */
  readonly resetSeconds: number
}

export function openLimits(
  db: Db,
  secret: Secret,
  { isRelaxed = false }: { isRelaxed?: boolean } = {},
): Limits {
  const pepper = Buffer.from(hkdfSync('sha256', secret.first.text, '', 'limits', 32))
  const tryKey = ({ limit, subject }: Try) =>
    createHmac('sha256', pepper).update(`${limit.name} ${subject}`).digest('base64url')
  const countedTries = (tries: readonly Try[]) =>
    tries
      .filter(({ limit }) => !(isRelaxed && (limit.isOfAddress || limit.isOfPace)))
      .map(one => ({ ...one, key: tryKey(one) }))
  const count = async (tries: readonly Try[]): Promise<readonly Counted[]> => {
    const triesWithKeys = countedTries(tries)
    if (triesWithKeys.length === 0) return []
    const now = clock.now()
    const counts = await db.run<{ key: string; count: number; ends_at: string }>(
      countTries(triesWithKeys, now),
    )
    return triesWithKeys.flatMap(({ key, limit }) => {
      const found = counts.find(row => row.key === key)
      if (!found) return []
      const seconds = Math.ceil((Date.parse(found.ends_at) - now.getTime()) / 1000)
      // The window may have been begun by a request with a slightly later clock: then the wait would exceed it.
      const resetSeconds = Math.min(limit.windowSeconds, Math.max(1, seconds))
      return [{ limit, remaining: limit.most - found.count, resetSeconds }]
    })
  }
  return {
    count,
    take: async tries => {
      const exceeded = (await count(tries)).filter(each => each.remaining < 0)
      return exceeded.map(({ limit, resetSeconds }) => ({ limit, waitSeconds: resetSeconds }))
    },
    uncount: async tries => {
      const keys = countedTries(tries).map(one => one.key)
      if (keys.length === 0) return
      await db.run(sql`update attempt set count = count - 1 where key in (
        select key from attempt where key = any (${keys}) and count > 0 order by key for update)`)
    },
  }
}

/** Counts one try, and throws 429 with the seconds to wait when it is one too many. */
export async function enforcePace(limits: Limits, limit: Limit, subject: string): Promise<void> {
  const [exceeded] = await limits.take([{ limit, subject }])
  if (!exceeded) return
  const { problem } = commonProblem('too_many_requests')
  throw new ProblemError({ ...problem, title: limit.words ?? problem.title }, exceeded.waitSeconds)
}

/** Deletes windows that have passed. */
export async function sweepAttempts(db: Db): Promise<void> {
  await db.run(sql`delete from attempt where ends_at < ${clock.now()}`)
}

/** Statement that counts one try for each key, in a new window where the last one has ended. */
function countTries(triesWithKeys: readonly (Try & { key: string })[], now: Date): Sql {
  // Sorted by key, so that two requests that count equal keys lock them in one order and do not deadlock.
  const inOrder = triesWithKeys.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const fresh = inOrder.map(({ key, limit }) => [
    key,
    1,
    new Date(now.getTime() + limit.windowSeconds * 1000),
  ])
  return sql`
    insert into attempt (key, count, ends_at) values ${rows(fresh)}
    on conflict (key) do update set
      count = case when attempt.ends_at <= ${now} then 1 else attempt.count + 1 end,
      ends_at = case when attempt.ends_at <= ${now} then excluded.ends_at else attempt.ends_at end
    returning key, count, ends_at`
}
