/** A database that is away or busy: what failed for it may be tried again, once it is back. */
import { sqlState } from '#server/database/db.ts'

/**
 * SQLSTATEs that are worth another try: the database is unreachable, full or stopping, has another password than this node
 * knows yet, or a lock was held too long.
 */
const retryLater = /^(08|28|53|57P|55P03|57014|25P03)/

export const isDatabaseAway = (error: unknown): boolean =>
  retryLater.test(sqlState(error) ?? '') || isConnectionLost(error) || isNodeLost(error)

/**
 * True when a Citus cluster lost a node within a transaction, which it says as an internal error: without a SQLSTATE of its
 * own, in words. A commit that was under way may have been done: the idempotency key of the next try tells.
 */
const isNodeLost = (error: unknown): boolean =>
  sqlState(error) === 'XX000' &&
  error instanceof Error &&
  /^(could not commit transaction|failure on connection marked as essential)/.test(error.message)

function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/.test(
      error.message,
    )
  )
}
