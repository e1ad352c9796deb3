import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runInEngine } from '#server/jobs/engine-process.ts'

const engine = new URL('../../../tests/support/fragile-engine.ts', import.meta.url)
const bounds = { computingMs: 5000, waitingMs: 60_000, memory: 64 * 1024 * 1024 }
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-engine-'))
const AnswerWire = z.object({ processId: z.int(), environment: z.array(z.string()) })

const run = async (endsProcess: 'always' | 'once' | 'never', mark?: string) =>
  AnswerWire.parse(await runInEngine(engine, { endsProcess, mark }, bounds, 'answer'))

afterAll(() => fs.rmSync(folder, { recursive: true }))

test('threads run in one process beside the program, which knows none of its settings', async () => {
  const [one, other] = await Promise.all([run('never'), run('never')])
  expect(one.processId).not.toBe(process.pid)
  expect(other.processId).toBe(one.processId)
  expect(one.environment.filter(line => !line.startsWith('NODE_CHANNEL'))).toEqual([])
})

test('a job under which the process ends is tried once more, and so is whatever ran beside it', async () => {
  const before = await run('never')
  const answers = await Promise.all([run('once', path.join(folder, 'mark')), run('never'), run('never')])
  expect(answers.map(({ processId }) => processId)).not.toContain(process.pid)
  expect((await run('never')).processId).not.toBe(before.processId)
})

test('a job that ends its process each time is refused, and the next one is answered', async () => {
  const jobs = await Promise.allSettled([run('always'), run('never')])
  expect(jobs[0]).toMatchObject({ status: 'rejected', reason: { why: 'ended' } })
  expect(jobs[1]).toMatchObject({ status: 'fulfilled' })
  await run('never')
})

test('the process ends with the program, even where the program is killed', async () => {
  const script = `
    import { runInEngine } from '#server/jobs/engine-process.ts'
    const bounds = ${JSON.stringify(bounds)}
    const { processId } = await runInEngine(new URL('${engine.href}'), { endsProcess: 'never' }, bounds, 'answer')
    console.log(processId)
    setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const processId = await new Promise<number>(resolve =>
    program.stdout.once('data', printed => resolve(Number(printed))),
  )
  expect(isRunning(processId)).toBe(true)
  program.kill('SIGKILL')
  await expect.poll(() => isRunning(processId)).toBe(false)
})

test('a program that has nothing else to do ends, though its process is there', async () => {
  const script = `
    import { runInEngine } from '#server/jobs/engine-process.ts'
    await runInEngine(new URL('${engine.href}'), { endsProcess: 'never' }, ${JSON.stringify(bounds)}, 'answer')`
  const program = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: 'inherit',
  })
  expect(await new Promise(resolve => program.once('exit', resolve))).toBe(0)
})

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}
