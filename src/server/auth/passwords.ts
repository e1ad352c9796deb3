/**
 * Password hashes: argon2id of an HMAC of the password. A stolen database alone does not allow guessing, because the
 * HMAC's key is derived from the program's secret. Hashing is slow on purpose, so it has low-priority threads of its
 * own and a short queue: when the queue is full, people are told to try again instead of waiting for ever. While the
 * secret is rotated, the id of the pepper stands before the hash: `Zm9vYmFy$argon2id$v=19$…`.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Answer, Job } from '#server/auth/password-worker.ts'
import { possibleKeys, type Secret, writtenId } from '#server/auth/secret-keys.ts'
import { BoundedQueue, type QueueLoad } from '#server/jobs/bounded-queue.ts'

/** OWASP's minimum for argon2id, the library's default variant: some 14 ms. */
const slow = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

type Cost = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number }

export type Passwords = {
  hash(password: string): Promise<string>
  /** Compares. `stored` is null for a person without a password or account: false, after as much work as for anybody. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** True when a hash has weaker parameters than today's, or an earlier pepper. */
  isOutdated(stored: string): boolean
  load(): QueueLoad
}

/** @throws ProblemError `busy` from `hash` and `verify` when the queue is full. */
export function openPasswords(
  secret: Secret,
  {
    running = Math.min(os.availableParallelism(), 4),
    waiting = 128,
    longestWaitMs = 3_000,
    cost = slow,
  }: { running?: number; waiting?: number; longestWaitMs?: number; cost?: Cost } = {},
): Passwords {
  const derive = (text: string) => Buffer.from(hkdfSync('sha256', text, '', 'password pepper', 32))
  const peppers = new Map(secret.keys.map(({ id, text }) => [id, derive(text)]))
  const hmacText = (password: string, keyId: string) =>
    createHmac('sha256', peppers.get(keyId) ?? '')
      .update(password)
      .digest('base64url')
  const id = writtenId(secret)
  const queue = new BoundedQueue(running, waiting, longestWaitMs)
  const threads = new Threads()
  const dummyHash = makeDummyHash(cost)
  return {
    hash: async password => {
      const answer = await queue.run(() => threads.do({ text: hmacText(password, secret.first.id), cost }))
      if ('made' in answer) return `${id ?? ''}${answer.made}`
      throw new Error(`a password could not be hashed: ${JSON.stringify(answer)}`)
    },
    verify: async (stored, password) => {
      const { keyId, hash } = parseHash(stored ?? dummyHash)
      const possible = new Set(possibleKeys(secret, keyId).map(key => key.id))
      // As many comparisons as there are keys, so that the time tells neither a key nor whether there is an account.
      const jobs = secret.keys.map(key => ({
        text: hmacText(password, key.id),
        stored: possible.has(key.id) ? hash : dummyHash,
      }))
      const matches = await queue.run(async () => {
        const found: boolean[] = []
        for (const job of jobs) found.push(isMatch(await threads.do(job)))
        return found
      })
      return stored !== null && secret.keys.some((key, index) => possible.has(key.id) && matches[index])
    },
    load: () => queue.load,
    isOutdated: stored => {
      const [, memory = 0, time = 0] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
      const isWeak = Number(memory) < cost.memoryCost || Number(time) < cost.timeCost
      return isWeak || (id !== null && parseHash(stored).keyId !== id)
    },
  }
}

/** A stored hash, and the id of its pepper; null where it carries none. */
function parseHash(stored: string): { keyId: string | null; hash: string } {
  const start = stored.indexOf('$')
  return start <= 0
    ? { keyId: null, hash: stored }
    : { keyId: stored.slice(0, start), hash: stored.slice(start) }
}

function isMatch(answer: Answer): boolean {
  if ('matches' in answer) return answer.matches
  throw new Error(`a password could not be compared: ${JSON.stringify(answer)}`)
}

/** A dummy hash, as costly to compare with as a real one; its password is unknown to everybody. */
function makeDummyHash({ memoryCost, timeCost, parallelism }: Cost): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`
}

/** Pool of threads, started on demand and reused; a dead thread is replaced when the next one is needed. */
class Threads {
  #idle: Thread[] = []

  async do(job: Job): Promise<Answer> {
    this.#idle = this.#idle.filter(({ isAlive }) => isAlive)
    const thread = this.#idle.pop() ?? new Thread()
    try {
      return await thread.do(job)
    } finally {
      this.#idle.push(thread)
    }
  }
}

/** One worker thread: it keeps the process alive only while it has a job. */
class Thread {
  readonly #worker = new Worker(new URL('password-worker.ts', import.meta.url))
  #job: PromiseWithResolvers<Answer> | null = null
  isAlive = true

  constructor() {
    this.#worker.on('message', (answer: Answer) => this.#job?.resolve(answer))
    this.#worker.on('error', error => this.#die(error))
    this.#worker.on('exit', () => this.#die(new Error('the thread that hashes passwords has ended')))
  }

  async do(job: Job): Promise<Answer> {
    this.#job = Promise.withResolvers()
    this.#worker.ref()
    this.#worker.postMessage(job)
    try {
      return await this.#job.promise
    } finally {
      this.#job = null
      this.#worker.unref()
    }
  }

  #die(error: unknown): void {
    this.isAlive = false
    this.#job?.reject(error)
  }
}
