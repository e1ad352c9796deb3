/** Who is seen and who may be mailed, as SQL predicates: the first is the twin of `seesPerson` in the rules. */
import { managedScope } from '#features/people/rules.ts'
import { type Actor, onlyReads, readsWholeCompany, roles } from '#kernel/actor.ts'
import { type Part, part } from '#server/database/sql.ts'

/** Expressions for role and client of a row: of a member with their account, or of an invitation. */
type PersonColumns = { readonly role: Part; readonly clientId: Part }

/** Predicate: the actor sees the person of the row. */
export function isSeenBy(actor: Pick<Actor, 'role' | 'clientId'>, { role, clientId }: PersonColumns): Part {
  if (readsWholeCompany(actor.role)) return part`true`
  const managed = managedScope(actor)
  switch (managed.kind) {
    case 'company':
      return part`true`
    case 'client':
      return part`(${role} = 'client_user' and ${clientId} = ${managed.clientId})`
    case 'nobody':
      return part`false`
  }
}

/**
 * Predicate: the account's owner has confirmed the address or signed in. Before, nothing is mailed to it but what lets
 * the person in.
 */
export const isReachable = (account: Part): Part =>
  part`(${account}.email_confirmed_at is not null or ${account}.last_sign_in_at is not null)`

const readingRoles = roles.filter(onlyReads)

/** Predicate: the account only reads, so that nothing waits for it and it is told of no order. The twin of `onlyReads`. */
export const isOnlyReader = (account: Part): Part => part`${account}.role = any (${readingRoles}::text[])`
