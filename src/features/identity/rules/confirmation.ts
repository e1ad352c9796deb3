/**
 * Confirmation of identity: a session shows again that its person is there, with the strongest of what the account has. The
 * sign-in of a moment ago counts as well; that by a company's provider does not, which may let somebody in without asking.
 */
import type { AuthenticationStep } from '#features/identity/rules.ts'
import type { Instant } from '#kernel/day.ts'

/** Time for which a confirmation holds. */
export const confirmationMs = 5 * 60_000

/**
 * Time after which a second factor confirms who somebody is, and a password that may be a stranger's. Whoever finds a
 * session open can add a factor to the account, and whoever owns the mailbox can choose a password; its person is told by
 * mail, and has a day to say that it is not theirs. Until then what the account had before confirms.
 */
export const settlingMs = 24 * 3600_000

/** True when a factor that was made then confirms who somebody is. */
export const isSettled = (madeAt: Instant, now: Date): boolean =>
  now.getTime() - Date.parse(madeAt) >= settlingMs

/** Instant under which a session keeps a step taken with a factor: one that is too new is a second step, and confirms nobody. */
export const stepTakenAt = (madeAt: Instant, now: Date): Date =>
  isSettled(madeAt, now) ? now : new Date(now.getTime() - confirmationMs)

/** Steps by which a session shows who its person is, as it names them. A recovery code is none: any session shows new ones. */
export const confirmingSteps = ['webauthn', 'totp', 'password'] as const
export type ConfirmingStep = (typeof confirmingSteps)[number]

/** Proofs that an account has had for long enough. */
export type OwnProofs = {
  readonly hasPasskey: boolean
  /** True with a verified application of codes. */
  readonly hasApplication: boolean
  readonly hasPassword: boolean
}

/** Session in which somebody chooses a password. */
type Choosing = {
  readonly steps: readonly AuthenticationStep[]
  /** True when they typed the former password. */
  readonly showsFormer: boolean
  /** True when it is the account's first, and nobody ever came in by more than the mailbox. */
  readonly isNewcomers: boolean
}

/**
 * True when nobody but the account's person can have chosen the password: they showed the former one or came in a moment
 * ago by what confirms, or the mailbox is all that the account ever had.
 */
export function isChosenByOwner({ steps, showsFormer, isNewcomers }: Choosing, now: Date): boolean {
  if (showsFormer || isNewcomers) return true
  return freshSteps(steps, now).some(({ method }) => confirmingSteps.some(step => step === method))
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
  const ways = confirmationWays(proofs)
  const isGood = { webauthn: ways.passkey, totp: ways.code, password: ways.password }
  const good = confirmingSteps.filter(step => isGood[step])
  const [latest] = freshSteps(steps, now)
    .flatMap(({ method, timestamp }) =>
      good.filter(step => step === method).map(step => ({ step, timestamp })),
    )
    .toSorted((one, other) => other.timestamp - one.timestamp)
  return latest?.step ?? null
}

const freshSteps = (steps: readonly AuthenticationStep[], now: Date) =>
  steps.filter(({ timestamp }) => now.getTime() - timestamp * 1000 < confirmationMs)
