/**
 * The process beside the program in which threads read untrusted files: V8 may end a process in which threads with
 * WebAssembly come and go, and then ends this one alone (decision 080). It knows none of the program's settings, is
 * started by the first job, started anew after its end, and ends with the program.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ThreadBounds, ThreadError } from '#server/jobs/bounded-thread.ts'
import type { EngineAnswer, EngineJob } from '#server/jobs/engine-program.ts'
import { commonProblem } from '#server/problems.ts'

/** Answer of a process to a job; null when it has ended under it. */
type Answered = EngineAnswer | null

let shared: EngineProcess | null = null

/**
 * The first message of a thread that runs `file` with `task`, in the process beside the program. A job under which that
 * process ends is tried once more in a process of its own, so that a file that ends it ends nobody's second try.
 * `verb`: what the thread does, for errors. @throws ThreadError, or ProblemError `busy` when the machine is.
 */
export async function runInEngine(
  file: URL,
  task: object,
  bounds: ThreadBounds,
  verb: string,
): Promise<unknown> {
  const job: EngineJob = { file: file.href, task, bounds, verb }
  if (shared?.hasEnded !== false) shared = new EngineProcess()
  const answer = (await shared.answer(job)) ?? (await answerAlone(job))
  if (answer === null) throw new ThreadError('ended', `the process that should ${verb} has ended`)
  if (answer.is === 'message') return answer.message
  if (answer.why === 'waiting') throw commonProblem('busy', {}, 60)
  throw new ThreadError(answer.why, answer.text)
}

async function answerAlone(job: EngineJob): Promise<Answered> {
  const alone = new EngineProcess()
  try {
    return await alone.answer(job)
  } finally {
    alone.end()
  }
}

class EngineProcess {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answered: Answered) => void>()
  #lastId = 0
  hasEnded = false

  constructor() {
    this.#child = fork(fileURLToPath(new URL('engine-program.ts', import.meta.url)), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      // Last words of V8 are for the operator.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child.on('message', (answered: { readonly id: number; readonly answer: EngineAnswer }) =>
      this.#settle(answered.id, answered.answer),
    )
    for (const event of ['error', 'exit', 'disconnect']) this.#child.on(event, () => this.#giveUp())
    this.#child.unref()
    this.#child.channel?.unref()
  }

  answer(job: EngineJob): Promise<Answered> {
    const id = ++this.#lastId
    return new Promise(resolve => {
      this.#waiting.set(id, resolve)
      // The program waits for an answer, and for nothing else of this process.
      this.#child.channel?.ref()
      this.#child.send({ id, job }, error => {
        if (error) this.#giveUp()
      })
    })
  }

  end(): void {
    this.#child.kill('SIGKILL')
  }

  #settle(id: number, answered: Answered): void {
    this.#waiting.get(id)?.(answered)
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#child.channel?.unref()
  }

  #giveUp(): void {
    this.hasEnded = true
    this.end()
    for (const id of [...this.#waiting.keys()]) this.#settle(id, null)
  }
}
