/** Changes of the company's settings that are refused to an account that may be in somebody else's hands. */
import { isSameTolerance, noTolerance } from '#features/companies/rules/tolerance.ts'
import { type CompanyRefusal, overrunPolicies, type Settings } from '#features/companies/rules.ts'
import { accountTrust } from '#features/identity/rules/account-trust.ts'
import type { Actor } from '#kernel/actor.ts'
import { minorFromText } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'

export type SettingsRefusal = CompanyRefusal | 'untrusted_account'

type Guards = Pick<
  Settings,
  | 'batchReleaseFromMinor'
  | 'bankCoolOffDays'
  | 'settlesExactLines'
  | 'forcedDecisions'
  | 'overrunPolicy'
  | 'tolerance'
>

/**
 * Permission to set what guards payments: an untrusted account neither raises the amount from which a second person
 * releases a batch, nor shortens the days for which a changed account stays out of batches, nor lets lines of the bank
 * be settled without a press, nor allows forced decisions, nor lets contracts be exceeded further: by a laxer policy, or by
 * another tolerance than none.
 */
export function mayLoosen(
  actor: Pick<Actor, 'untrustedReason'>,
  before: Guards,
  after: Guards,
): true | Refusal<'untrusted_account'> {
  const isRaised = minorFromText(after.batchReleaseFromMinor) > minorFromText(before.batchReleaseFromMinor)
  const isShortened = after.bankCoolOffDays < before.bankCoolOffDays
  const isUnasked = after.settlesExactLines && !before.settlesExactLines
  const isForcing = after.forcedDecisions && !before.forcedDecisions
  const isLaxer = overrunPolicies.indexOf(after.overrunPolicy) < overrunPolicies.indexOf(before.overrunPolicy)
  const isTolerant =
    !isSameTolerance(before.tolerance, after.tolerance) && !isSameTolerance(after.tolerance, noTolerance)
  const isLoosened = [isRaised, isShortened, isUnasked, isForcing, isLaxer, isTolerant].includes(true)
  return isLoosened ? accountTrust(actor) : true
}
