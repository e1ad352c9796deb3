/** The program's clock, which tests and the demo may advance. */
let aheadMs = 0
const whenAdvanced = new Set<() => void>()

/** The clock: the only reader of the time. Rules and stores take an instant as an argument. */
export const clock = {
  now: (): Date => new Date(Date.now() + aheadMs),
}

/** Advances the program's clock, never back, and returns the new time. For test mode alone: see `dev.ts`. */
export function advanceClock(seconds: number): Date {
  aheadMs += Math.max(0, seconds) * 1000
  for (const work of whenAdvanced) work()
  return clock.now()
}

/** Calls `work` each time the clock is advanced; returns a function that ends it. */
export function onAdvance(work: () => void): () => void {
  whenAdvanced.add(work)
  return () => void whenAdvanced.delete(work)
}

/** A pause in real time, which the test clock does not shorten. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))
