/** What a change of the company's settings may not do by an account that may be in somebody else's hands. */
import type { CompanyRefusal, Settings } from '#features/companies/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorFromText } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'

export type SettingsRefusal = CompanyRefusal | 'untrusted_account'

type Guards = Pick<Settings, 'batchReleaseFromMinor' | 'bankCoolOffDays'>

/**
 * Permission to set what guards batches: an untrusted account neither raises the amount from which a second person
 * releases them, nor shortens the days for which a changed account stays out of them.
 */
export function mayLoosen(
  actor: Pick<Actor, 'untrustedReason'>,
  before: Guards,
  after: Guards,
): true | Refusal<'untrusted_account'> {
  const isRaised = minorFromText(after.batchReleaseFromMinor) > minorFromText(before.batchReleaseFromMinor)
  const isShortened = after.bankCoolOffDays < before.bankCoolOffDays
  return isRaised || isShortened ? accountTrust(actor) : true
}
