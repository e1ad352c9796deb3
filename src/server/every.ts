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

/** Turn after turn, a pause after each; `work` asks `goesOn` between its steps. `stop` waits for what is in hand. */
export function turning(
  pauseMs: number,
  onFailure: (error: unknown) => void,
  work: (goesOn: () => boolean) => Promise<void>,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const turn = async (): Promise<void> => {
    await work(() => !stopped).catch(onFailure)
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = turn()
    }, pauseMs)
  }
  schedule()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
