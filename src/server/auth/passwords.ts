/**
 * Password hashes: argon2id of an HMAC of the password. A stolen database alone does not allow guessing, because the
 * HMAC's key is derived from the program's secret. Hashing is slow on purpose, so it has low-priority threads of its
 * own and a short queue: when the queue is full, people are told to try again instead of waiting for ever.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Answer, Job } from '#server/auth/password-worker.ts'
import { BoundedQueue } from '#server/jobs/bounded-queue.ts'

/** OWASP's minimum for argon2id, the library's default variant: some 14 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  hash(password: string): Promise<string>
  /** Compares. `stored` is null for a person without a password or account: false, after as much work as for anybody. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** True when a hash has weaker parameters than today's. */
  isOutdated(stored: string): boolean
}

/** @throws ProblemError `busy` from `hash` and `verify` when the queue is full. */
export function openPasswords(
  secret: string,
  {
    running = Math.min(os.availableParallelism(), 4),
    waiting = 128,
  }: { running?: number; waiting?: number } = {},
): Passwords {
  const pepper = Buffer.from(hkdfSync('sha256', secret, '', 'password pepper', 32))
  const hmacText = (password: string) => createHmac('sha256', pepper).update(password).digest('base64url')
  const queue = new BoundedQueue(running, waiting)
  const threads = new Threads()
  const dummyHash = makeDummyHash()
  return {
    hash: async password => {
      const answer = await queue.run(() => threads.do({ text: hmacText(password), cost }))
      if ('made' in answer) return answer.made
      throw new Error(`a password could not be hashed: ${JSON.stringify(answer)}`)
    },
    verify: async (stored, password) => {
      const job = { text: hmacText(password), stored: stored ?? dummyHash }
      const answer = await queue.run(() => threads.do(job))
      if ('matches' in answer) return answer.matches && stored !== null
      throw new Error(`a password could not be compared: ${JSON.stringify(answer)}`)
    },
    isOutdated: stored => {
      const [, memory = 0, time = 0] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
      return Number(memory) < cost.memoryCost || Number(time) < cost.timeCost
    },
  }
}

/** A dummy hash, as costly to compare with as a real one; its password is unknown to everybody. */
function makeDummyHash(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
  const { memoryCost, timeCost, parallelism } = cost
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
