/** A change of the schema beside nodes that serve: behind a gate, and again where something stands in its way. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MigrationError } from '#server/database/migration-error.ts'

/**
 * Changes the schema in one transaction.
 * @throws MigrationError that says `what` failed.
 */
export function changeSchema(owner: pg.Client, what: string, change: () => Promise<void>): Promise<void> {
  return againWhileBlocked(what, async () => {
    try {
      await owner.query('begin')
      await closeGate(owner)
      await change()
      await owner.query('commit')
    } catch (error) {
      // A connection that was lost would say so in place of the reason.
      await owner.query('rollback').catch(() => {})
      throw error
    }
  })
}

/**
 * Tries again, with longer and longer pauses in which everybody works, for some two minutes and a half.
 * @throws MigrationError that says `what` failed.
 */
export async function againWhileBlocked(what: string, change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await change()
    } catch (cause) {
      const state = cause instanceof pg.DatabaseError ? cause.code : undefined
      const isBlocked = state !== undefined && blockedStates.has(state) && tries < maxTries
      if (!isBlocked) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new MigrationError(`${what} failed: ${reason}`, { cause })
      }
      await sleep(Math.min(100 * tries, 2000) * (0.5 + Math.random() / 2))
    }
  }
}

/** SQL states of a deadlock, of a lock that somebody else held too long, and of a gate that did not close: nothing was written. */
const blockedStates = new Set(['40P01', '55P03', '57014'])
const maxTries = 60

/**
 * Gate in front of a change of the schema: locks session, account, member and company, which every request reads before anything
 * else. It waits for the requests under way, and those that come wait for it: less than the second that they wait for a
 * lock, so that none is refused where a long transaction (a dump) does not let the gate close.
 * Without the gate it holds one table and asks for another, and they hold that one and ask for the first: a deadlock,
 * at every try, for as long as the nodes of the version before are busy.
 */
async function closeGate(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    "select name from unnest(array['session', 'account', 'member', 'company']) name where to_regclass(name) is not null",
  )
  // Four locks, one after the other: the time of the statement is that of all of them.
  await owner.query("set local statement_timeout = '900ms'")
  if (rows.length > 0)
    await owner.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
  await owner.query("set local statement_timeout = 0; set local lock_timeout = '4s'")
}
