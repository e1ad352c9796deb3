/** Devices on which a person is told what waits for them: how many, how long, and what becomes of a try. */
import type { FactTopic } from '#features/notices/rules.ts'
import { waitAfter } from '#features/webhooks/rules/attempts.ts'
import type { Limit } from '#kernel/limit.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

export const maxDevices = 10
export const longestDeviceName = 60
/** Longest address at a push service; theirs have 200 to 700 characters. */
export const longestEndpoint = 1000

export type DeviceRefusal =
  | 'push_not_configured'
  | 'too_many_devices'
  | 'push_address_refused'
  | 'push_key_changed'
  | 'device_known'
  | 'device_unreachable'
  | 'too_many_tries'
  | 'not_found'

const day = 24 * 3600_000

/** Time in which notices gather: what is read or decided meanwhile is not told, and many are told as one. */
export const gatherMs = 5000
/** A notice that has not arrived by then is told by the screen alone. */
export const keptMs = day
/** Notices at once from which a device is told their number alone. */
export const summedFrom = 4
/** A device that has refused everything for so long is taken to be gone. */
export const goneAfterMs = 7 * day
/** A device whose session has run out is told for so long; whoever comes back turns it on again. */
export const detachedDays = 90

const minutes = (count: number) => count * 60
export const deviceLimits = {
  change: { name: 'devices of an account', most: 30, windowSeconds: minutes(15), isOfAddress: false },
  test: { name: 'test notices of an account', most: 10, windowSeconds: minutes(15), isOfAddress: false },
  renewalFrom: { name: 'renewals from an address', most: 60, windowSeconds: minutes(15), isOfAddress: true },
} as const satisfies { readonly [name: string]: Limit }

export function mayAddDevice(isConfigured: boolean, existing: number): true | Refusal<DeviceRefusal> {
  if (!isConfigured) return refuse('push_not_configured')
  return existing < maxDevices ? true : refuse('too_many_devices', { most: maxDevices })
}

/** True when the push service no longer knows the device: its person has turned it off, or it is no more. */
export const isGone = (status: number): boolean => status === 404 || status === 410

export const isTaken = (status: number): boolean => status >= 200 && status < 300

/**
 * Instant of the next try of a notice that was made at an instant, after a number of failed tries; null when it would
 * come too late. `chance`: from 0 to 1.
 */
export function nextTry(
  notice: { readonly madeAt: Date; readonly failedTries: number },
  { now, chance, retryAfterSeconds }: { now: Date; chance: number; retryAfterSeconds: number | null },
): Date | null {
  const wait = waitAfter(notice.failedTries, chance, retryAfterSeconds)
  if (wait === null) return null
  const next = new Date(now.getTime() + wait * 1000)
  return next.getTime() - notice.madeAt.getTime() < keptMs ? next : null
}

/** Topics that ask their person for something: the device is woken for them. */
const urgentTopics: ReadonlySet<FactTopic> = new Set<FactTopic>([
  'approval.requested',
  'approval.deputy_asked',
  'document.payee_changed',
  'document.returned',
  'batch.release_requested',
  'comment.asked',
  'provider.bank_change_requested',
])
export const isUrgent = (topic: FactTopic): boolean => urgentTopics.has(topic)

/** Bounds of the work of one node. */
export const room = {
  /** Devices that are told at once: all of them, those whose last try failed, those of one host and of one person. */
  all: 16,
  failing: 6,
  ofHost: 6,
  ofPerson: 2,
  /** Notices of a device that are taken at once. */
  notices: 50,
  /** Time for which a node holds them: another takes them then, should the node be gone. */
  leaseMs: 60_000,
} as const
