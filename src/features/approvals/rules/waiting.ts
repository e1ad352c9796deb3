/** When an approval has waited too long, and the hour from which that is acted on. */
import { formatInstant, type TimeZone } from '#kernel/day.ts'

const morning = 8

/** True from eight o'clock in the company's zone; a server that was down at eight catches up later that day. */
export const isMorning = (now: Date, zone: TimeZone): boolean =>
  Number(formatInstant(now.toISOString(), zone).slice(11, 13)) >= morning

/** True beyond the days that the company, or a stage of its flow, allows; screens turn red at the same point. */
export const isLate = (days: number, maxDays: number): boolean => days > maxDays
