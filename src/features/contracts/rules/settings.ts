/** What a change of the company's settings may not do by an account that may be in somebody else's hands. */
import type { CompanyRefusal, Settings } from '#features/companies/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorFromText } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'

export type SettingsRefusal = CompanyRefusal | 'untrusted_account'

type Limit = Pick<Settings, 'batchReleaseFromMinor'>

/** Permission to set the amount from which a second person releases batches: an untrusted account does not raise it. */
export function mayRaiseLimit(
  actor: Pick<Actor, 'untrustedReason'>,
  before: Limit,
  after: Limit,
): true | Refusal<'untrusted_account'> {
  const isRaised = minorFromText(after.batchReleaseFromMinor) > minorFromText(before.batchReleaseFromMinor)
  return isRaised ? accountTrust(actor) : true
}
