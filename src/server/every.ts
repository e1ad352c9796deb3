import type { Logger } from 'pino'

/** Housekeeping: runs now and then, one at a time, and a failure only waits for the next turn. */
export function every(seconds: number, log: Logger, work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(work).catch(error => log.error({ err: error }, 'housekeeping failed'))
  }, seconds * 1000)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
