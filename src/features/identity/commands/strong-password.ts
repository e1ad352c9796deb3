import type { Identity } from '#features/identity/commands/identity.ts'
import {
  type IdentityRefusal,
  type Person,
  passwordMinimum,
  passwordScore,
  soundPassword,
} from '#features/identity/rules.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'

/** Who chooses it: what is known of them is guessed first. */
type Chooser = Pick<Person, 'email' | 'name' | 'lastName'> & Partial<Pick<Person, 'memberships'>>

/** A password that is long enough and that nobody guesses soon. */
export async function strongPassword(
  { weakness, site }: Pick<Identity, 'weakness' | 'site'>,
  password: string,
  use: keyof typeof passwordMinimum,
  { email, name, lastName, memberships = [] }: Chooser,
): Promise<true | Refusal<IdentityRefusal>> {
  const sound = soundPassword(password, passwordMinimum[use])
  if (isRefusal(sound)) return sound
  const companies = memberships.map(({ companyName }) => companyName)
  const known = [email, name, lastName, site.product, ...companies]
  const reason = await weakness(password, known, passwordScore[use])
  return reason === null ? true : refuse('weak_password', { reason })
}
