import { setTimeout as after } from 'node:timers/promises'
import { ProblemError } from '#server/problems.ts'

/**
 * The result of work that a request waits for, or `coming` after `patienceMs`, and when too much waits already: the work
 * goes on, and a later request finds its result.
 */
export async function withPatience<T>(work: Promise<T>, patienceMs: number): Promise<T | 'coming'> {
  const stop = new AbortController()
  const options = { signal: stop.signal, ref: false }
  const tired = after<'coming'>(patienceMs, 'coming', options).catch((): 'coming' => 'coming')
  try {
    return await Promise.race([work, tired])
  } catch (error) {
    if (error instanceof ProblemError) return 'coming'
    throw error
  } finally {
    stop.abort()
  }
}
