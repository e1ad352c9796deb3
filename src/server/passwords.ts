/**
 * Passwords are kept as argon2id of an HMAC of what was typed: a stolen database alone cannot be guessed
 * at, because the HMAC's key follows from the program's secret. Hashing is slow on purpose, so it stands in
 * a short queue: past its end people are told to try again instead of waiting for ever.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { commonProblem } from '#server/problems.ts'

/** Longer ones are refused before hashing. */
export const longestPassword = 1000

/** OWASP's minimum for argon2id, the library's default variant: some 14 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash(password: string): Promise<string>
  /** False for a person without a hash, or without an account (null), after the same work. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** Whether a hash is weaker than what would be made today. */
  isOutdated(stored: string): boolean
}

/** @throws ProblemError `busy` from `hash` and `verify` when the queue is full. */
export function openPasswords(
  secret: string,
  { running = 2, waiting = 128 }: { running?: number; waiting?: number } = {},
): Passwords {
  const pepper = Buffer.from(hkdfSync('sha256', secret, '', 'password pepper', 32))
  const seasoned = (password: string) => createHmac('sha256', pepper).update(password).digest('base64url')
  const queue = new BoundedQueue(running, waiting)
  const dummy = hash(randomBytes(32).toString('base64url'), cost)
  dummy.catch(() => {})
  return {
    hash: password => queue.run(() => hash(seasoned(password), cost)),
    verify: async (stored, password) => {
      const against = stored ?? (await dummy)
      const matches = await queue.run(() => verify(against, seasoned(password)))
      return matches && stored !== null
    },
    isOutdated: stored => {
      const made = parseOptions(stored)
      return made.memoryCost < cost.memoryCost || made.timeCost < cost.timeCost
    },
  }
}

class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      // The place passes from hand to hand, so that nobody who comes later overtakes.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw commonProblem('busy', {}, 2)
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
