/**
 * Confirmation of identity: a session shows again that its person is there, with the strongest of what the account has. The
 * sign-in of a moment ago counts as well; that by a company's provider does not, which may let somebody in without asking.
 */
import type { AuthenticationStep } from '#features/identity/rules.ts'

/** Time for which a confirmation holds. */
export const confirmationMs = 5 * 60_000

/** Steps by which a session shows who its person is, as it names them. */
export const confirmingSteps = ['webauthn', 'totp', 'recovery_code', 'password'] as const
export type ConfirmingStep = (typeof confirmingSteps)[number]

/** What an account has. */
export type OwnProofs = {
  readonly hasPasskey: boolean
  /** True with a verified application of codes. */
  readonly hasApplication: boolean
  readonly hasPassword: boolean
}

/** Ways in which a person may confirm. */
export type ConfirmationWays = {
  readonly passkey: boolean
  readonly code: boolean
  readonly password: boolean
}

/** A password confirms nobody who has a second factor. */
export const confirmationWays = ({
  hasPasskey,
  hasApplication,
  hasPassword,
}: OwnProofs): ConfirmationWays => ({
  passkey: hasPasskey,
  code: hasApplication,
  password: hasPassword && !hasPasskey && !hasApplication,
})

/** The step that confirms a session now: the latest one that is good enough for the account; null when none is. */
export function confirmedBy(
  steps: readonly AuthenticationStep[],
  proofs: OwnProofs,
  now: Date,
): ConfirmingStep | null {
  const hasFactor = proofs.hasPasskey || proofs.hasApplication
  const good = confirmingSteps.filter(step => step !== 'password' || !hasFactor)
  const fresh = steps.filter(({ timestamp }) => now.getTime() - timestamp * 1000 < confirmationMs)
  const [latest] = fresh
    .flatMap(({ method, timestamp }) =>
      good.filter(step => step === method).map(step => ({ step, timestamp })),
    )
    .toSorted((one, other) => other.timestamp - one.timestamp)
  return latest?.step ?? null
}
