/**
 * A worker thread that hashes and compares passwords, one at a time (see `passwords.ts`), at the lowest priority of
 * the machine.
 */
import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'
import { lowerPriority } from '#server/jobs/priority.ts'

/** A password to hash (`cost`) or to compare (`stored`). `text` is already an HMAC: the pepper never enters the thread. */
export type Job =
  | { readonly text: string; readonly cost: Options }
  | { readonly text: string; readonly stored: string }

export type Answer = { readonly made: string } | { readonly matches: boolean } | { readonly failure: string }

lowerPriority(os.constants.priority.PRIORITY_LOW)
parentPort?.on('message', (job: Job) => parentPort?.postMessage(answer(job)))

function answer(job: Job): Answer {
  try {
    if ('cost' in job) return { made: hashSync(job.text, job.cost) }
    return { matches: verifySync(job.stored, job.text) }
  } catch (error) {
    return { failure: String(error) }
  }
}
