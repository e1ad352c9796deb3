/** Check of a password that somebody chooses. */
import type { Identity } from '#features/identity/commands/identity.ts'
import {
  checkPasswordLength,
  isBuiltOnPerson,
  type PasswordUse,
  passwordScore,
} from '#features/identity/rules/passwords.ts'
import type { IdentityRefusal, Person } from '#features/identity/rules.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** The person who chooses the password: attackers try their data first. */
type Chooser = Pick<Person, 'email' | 'name' | 'lastName'> & Partial<Pick<Person, 'memberships'>>

/** Permission to use a password: long enough, and hard to guess. */
export async function strongPassword(
  { weakness, site }: Pick<Identity, 'weakness' | 'site'>,
  password: string,
  use: PasswordUse,
  { email, name, lastName, memberships = [] }: Chooser,
): Promise<true | Refusal<IdentityRefusal>> {
  const sound = checkPasswordLength(password, use)
  if (isRefusal(sound)) return sound
  const others = [site.product, ...memberships.map(({ companyName }) => companyName)]
  if (isBuiltOnPerson(password, { email, name, lastName, others }))
    return refuse('weak_password', { reason: 'characters', isBuiltOnPerson: true })
  const reason = await weakness(password, [email, name, lastName, ...others], passwordScore)
  return reason === null ? true : refuse('weak_password', { reason })
}
