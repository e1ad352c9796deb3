/** Deciders of a company, as a SQL predicate: part of every request's liveness query where the policy asks them a second factor. */
import { part } from '#server/database/sql.ts'

/**
 * True when the member decides: they hold the permission to approve or to execute, in a project or globally, are a
 * budget owner, have a pending seat, or are somebody's delegate today. Expects `member m`.
 *
 * The database's function (migration 0049) is entered only where it is asked, so that a company without the policy
 * pays nothing for it.
 */
export const memberDecides = (now: Date) => part`member_decides(m.company_id, m.user_id, ${now})`
