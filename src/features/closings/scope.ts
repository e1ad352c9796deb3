/** Whose months a person sees, in SQL: twin of `closingReach` of the rules. */
import type { Actor } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Predicate: the person, of a client, sees every order of it, by a permission that they hold in every project. */
export const seesWholeClient = ({ companyId, userId }: Actor): Part => part`exists (
  select from member_permission x where x.company_id = ${companyId} and x.user_id = ${userId})`

/** Predicate: the order counts in the months of the client, or of the company where it is null; expects `document` as `d`. */
export const countsFor = (clientId: string | null): Part =>
  clientId === null ? part`true` : part`d.client_id = ${clientId}`
