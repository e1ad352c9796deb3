/** When somebody is written to about what waits for them, and when others hear that it waits too long. */
import { formatInstant, type TimeZone } from '#kernel/day.ts'

/** As it comes to wait for the person; and each morning while something waits too long. */
export const mailKinds = ['due', 'digest'] as const
export type MailKind = (typeof mailKinds)[number]

const morning = 8

/** From eight on the company's wall; whoever was down at eight makes up for it later that day. */
export const isMorning = (now: Date, zone: TimeZone): boolean =>
  Number(formatInstant(now.toISOString(), zone).slice(11, 13)) >= morning

/** Days beyond those that the company lets pass: as red as on the screens. */
export const isLate = (days: number, warningDays: number): boolean => days > warningDays

/** Of more than these on one morning nobody wants a notice for each: they are told together. */
export const mostToldApart = 20

/** Whoever has something late is told of all that waits for them; who has not, of nothing. */
export const needsDigest = (waiting: readonly { readonly days: number }[], warningDays: number): boolean =>
  waiting.some(({ days }) => isLate(days, warningDays))
