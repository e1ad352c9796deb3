/** Kinds of mail that a person may do without; times of reminder mails, and of the escalation of what waits too long. */
import type { Role } from '#kernel/actor.ts'
import { formatInstant, type TimeZone } from '#kernel/day.ts'

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

const morning = 8

/** True from eight o'clock in the company's zone; a server that was down at eight catches up later that day. */
export const isMorning = (now: Date, zone: TimeZone): boolean =>
  Number(formatInstant(now.toISOString(), zone).slice(11, 13)) >= morning

/** True beyond the days that the company allows; screens turn red at the same point. */
export const isLate = (days: number, warningDays: number): boolean => days > warningDays

/** Most escalations that one morning sends as single notices: more are sent as one mail. */
export const maxSingleEscalations = 20

/** True when a digest is due: one late order is enough, and the digest then lists all that waits. */
export const needsDigest = (waiting: readonly { readonly days: number }[], warningDays: number): boolean =>
  waiting.some(({ days }) => isLate(days, warningDays))
