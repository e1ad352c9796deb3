let aheadMs = 0

/** The only reader of the time. Rules and stores take it as an argument. */
export const clock = {
  now: (): Date => new Date(Date.now() + aheadMs),
}

/** Moves the whole program forward, never back, and says what time it is then. For test mode alone: see `dev.ts`. */
export function advanceClock(seconds: number): Date {
  aheadMs += Math.max(0, seconds) * 1000
  return clock.now()
}

/** In real time, whatever the clock says. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))
