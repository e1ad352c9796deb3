/** The program of the process beside the program (`engine-process.ts`): a thread for each job, until nobody is left to answer. */
import { runInThread, type ThreadBounds, ThreadError } from '#server/jobs/bounded-thread.ts'

/** `file`: address of the thread's program. `verb`: what it does, for errors. */
export type EngineJob = {
  readonly file: string
  readonly task: object
  readonly bounds: ThreadBounds
  readonly verb: string
}

export type EngineAnswer =
  | { readonly is: 'message'; readonly message: unknown }
  | { readonly is: 'failed'; readonly why: ThreadError['why']; readonly text: string }

process.on('message', async ({ id, job }: { readonly id: number; readonly job: EngineJob }) => {
  const answer = await answerTo(job)
  process.send?.({ id, answer })
})
process.on('disconnect', () => process.exit())
// A terminal or a service manager signals the whole group; the program may still want answers while it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

async function answerTo({ file, task, bounds, verb }: EngineJob): Promise<EngineAnswer> {
  try {
    return { is: 'message', message: await runInThread(new URL(file), task, bounds, verb) }
  } catch (error) {
    if (error instanceof ThreadError) return { is: 'failed', why: error.why, text: error.message }
    throw error
  }
}
