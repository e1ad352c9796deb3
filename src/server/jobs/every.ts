import type { Logger } from 'pino'
import { onAdvance } from '#server/clock.ts'
import { Outage } from '#server/database/outage.ts'
import { asLoneSpan } from '#server/traces/spans.ts'

/**
 * A housekeeping timer: runs never overlap, each is a trace of that name, and a failed run is left to the next. `stop`
 * waits for the current run.
 */
export function every(
  seconds: number,
  log: Logger,
  name: string,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  const outage = new Outage(log, 'housekeeping failed')
  const run = () => {
    running = running
      .then(() => asLoneSpan(`housekeeping ${name}`, work))
      .then(
        () => outage.worked(),
        error => outage.failed(error),
      )
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  // Time that a test skips has brought the work that it would have brought.
  const end = onAdvance(run)
  return {
    stop: () => {
      clearInterval(timer)
      end()
      return running
    },
  }
}

/**
 * A polling loop: runs `work` again and again, with a pause after each run. Long work asks `shouldContinue` between its
 * steps. `stop` waits for the current run.
 */
export function poll(
  pauseMs: number,
  outage: Outage,
  work: (shouldContinue: () => boolean) => Promise<void>,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const runOnce = async (): Promise<void> => {
    await work(() => !stopped).then(
      () => outage.worked(),
      error => outage.failed(error),
    )
    if (!stopped) schedule()
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = runOnce()
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
