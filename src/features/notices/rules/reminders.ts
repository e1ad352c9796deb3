/** Kinds of mail that a person may do without; when a digest is due, and how many escalations are told singly. */
import { isLate } from '#features/approvals/rules/waiting.ts'
import type { Role } from '#kernel/actor.ts'

/** Kinds of mail about what became of an order, for whoever asked for it; the provider hears of `paid` and `unpaid`. */
export const outcomeKinds = ['approved', 'rejected', 'paid', 'unpaid', 'disputed'] as const
export type OutcomeKind = (typeof outcomeKinds)[number]

/**
 * Kinds of mail: `due` when something begins to wait for the person, `digest` each morning while something
 * waits too long, and those of outcomes.
 */
export const mailKinds = ['due', 'digest', ...outcomeKinds] as const
export type MailKind = (typeof mailKinds)[number]

/** Kinds that may be written to a role: nothing ever waits for people of a provider. */
export const mailKindsFor = (role: Role): readonly MailKind[] =>
  role === 'provider' || role === 'provider_user' ? outcomeKinds : mailKinds

/** Most escalations that one morning sends as single notices: more are sent as one mail. */
export const maxSingleEscalations = 20

/** True when a digest is due: one late order is enough, and the digest then lists all that waits. */
export const needsDigest = (waiting: readonly { readonly days: number }[], warningDays: number): boolean =>
  waiting.some(({ days }) => isLate(days, warningDays))
