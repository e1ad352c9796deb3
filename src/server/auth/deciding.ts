/** Deciders of a company, as a SQL predicate: part of every request's liveness query where the policy asks them a second factor. */
import { part } from '#server/database/sql.ts'

/**
 * True when the member decides: they hold the permission to approve or to execute, in a project or globally, are a
 * budget owner, have a pending seat, or are somebody's delegate today. Expects `member m` and `company c`.
 */
export const decidesOf = (now: Date) => part`(
    exists (select from project_approver x where x.company_id = m.company_id and x.user_id = m.user_id)
    or exists (select from project_permission x where x.company_id = m.company_id and x.user_id = m.user_id
      and x.permission in ('approve', 'execute'))
    or exists (select from member_permission x where x.company_id = m.company_id and x.user_id = m.user_id
      and x.permission in ('approve', 'execute'))
    or exists (select from budget_owner x where x.company_id = m.company_id and x.user_id = m.user_id)
    or exists (select from approval x where x.company_id = m.company_id and x.approver_id = m.user_id
      and x.status = 'pending')
    or exists (select from delegation x where x.company_id = m.company_id and x.to_user = m.user_id
      and x.ended_at is null
      and (${now}::timestamptz at time zone c.time_zone)::date between x.starts_on and x.ends_on))`
