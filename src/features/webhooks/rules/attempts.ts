/** Tries of a delivery: when it is tried again, when it is given up, and when a receiver is taken to be gone. */
import type { SwitchOffReason } from '#features/webhooks/rules.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds from each failed try to the next: eleven tries over three days. */
export const waitsSeconds = [
  10,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  23 * hour,
] as const
export const maxTries = waitsSeconds.length + 1

/** Part of a wait by which it may grow, so that what failed together does not come back together. */
const jitter = 0.1
/** Bounds of what a receiver may ask for: it neither hurries us nor puts us off for a day. */
const longestAskedSeconds = 6 * hour
/** A receiver is taken to be gone after so long with nothing but failures. */
export const goneAfterMs = 3 * day * 1000

/**
 * Seconds until the next try after a number of failed ones, or null when it is given up. `chance`: from 0 to 1.
 * A receiver that asks for more is given it, within bounds.
 */
export function waitAfter(
  failedTries: number,
  chance: number,
  retryAfterSeconds: number | null,
): number | null {
  const wait = waitsSeconds[failedTries - 1]
  if (wait === undefined) return null
  const asked = Math.min(retryAfterSeconds ?? 0, longestAskedSeconds)
  return Math.max(wait * (1 + jitter * chance), asked)
}

/** Longest rest of an endpoint that fails, in seconds. */
export const longestRest = 5 * minute

/** Seconds for which an endpoint rests after failures in a row, whatever else waits for it. */
export function restAfter(failures: number): number {
  return failures < 3 ? 0 : Math.min(longestRest, 5 * 2 ** (failures - 3))
}

export const isAccepted = (status: number): boolean => status >= 200 && status < 300

/** "Gone": a receiver that is there and says that it wants no more calls. */
const gone = 410

/** Why an endpoint is switched off after a failed try; null when it is not. */
export function switchOffReason(
  status: number | null,
  failingSince: Date,
  now: Date,
): SwitchOffReason | null {
  if (status === gone) return 'gone'
  return now.getTime() - failingSince.getTime() >= goneAfterMs ? 'failures' : null
}

/** Bounds of one visit to an endpoint, before another endpoint has its turn. */
export const visit = {
  deliveries: 20,
  /** Calls at once of an endpoint that works; one that fails or is slow is called one after the other. */
  atOnce: 4,
  /** Time after which no further call is begun. */
  spanMs: 10_000,
  /** A call that takes longer makes its endpoint a slow one. */
  slowMs: 3000,
  /** Time for which a node holds an endpoint: another takes it then, should the node be gone. */
  leaseMs: 90_000,
} as const
