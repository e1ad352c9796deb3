/**
 * A thread that only hashes and compares passwords, one at a time (see `passwords.ts`). On Linux it runs at
 * the lowest priority, so that any other work of the machine goes first; elsewhere a priority belongs to the
 * whole program and stays as it is.
 */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** `text` is already seasoned: the pepper never comes here. */
export type Job =
  | { readonly text: string; readonly cost: Options }
  | { readonly text: string; readonly stored: string }

export type Answer = { readonly made: string } | { readonly matches: boolean } | { readonly failure: string }

// In Node a thread is its own «process 0» to the system call. Pools that others use were started before.
if (process.platform === 'linux') yieldToOthers()
parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)))

function yieldToOthers(): void {
  try {
    os.setPriority(0, os.constants.priority.PRIORITY_LOW)
  } catch {
    // Where that is forbidden, passwords compete with everything else: slower, not wrong.
  }
}

function answer(job: Job): Answer {
  try {
    if ('cost' in job) return { made: hashSync(job.text, job.cost) }
    return { matches: verifySync(job.stored, job.text) }
  } catch (error) {
    return { failure: String(error) }
  }
}
