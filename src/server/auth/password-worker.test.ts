import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { openPasswords } from '#server/auth/passwords.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'

const secret = makeSecret('one secret of at least thirty-two characters')
const onLinux = process.platform === 'linux'

test.runIf(onLinux)('only the threads that hash give way to everything else', async () => {
  const before = priorities()
  const passwords = openPasswords(secret, { running: 2 })
  await Promise.all([passwords.hash('one'), passwords.hash('two')])
  await fs.promises.stat('.') // starts the common pool of threads, if nothing had
  const after = priorities()
  const lowest = [...after].filter(([thread, nice]) => nice === 19 && !before.has(thread))
  expect(lowest).toHaveLength(2)
  for (const [thread] of lowest) after.delete(thread)
  expect([...after.values()].filter(nice => nice !== before.get(process.pid))).toEqual([])
})

test('a thread that dies fails its own job, and the next job finds another', async () => {
  const started: Worker[] = []
  const note = (worker: Worker) => void started.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const passwords = openPasswords(secret, { running: 1 })
  const stored = await passwords.hash('clave')
  const [unlucky, waiting] = [passwords.verify(stored, 'clave'), passwords.verify(stored, 'clave')]
  const verdict = expect(unlucky).rejects.toThrow('has ended')
  await started[0]?.terminate()
  await verdict
  expect(await waiting).toBe(true)
  await started[1]?.terminate() // while it has nothing to do
  expect(await passwords.verify(stored, 'clave')).toBe(true)
  expect(started).toHaveLength(3)
})

test('a stored hash that is none fails its own job, and the thread goes on', async () => {
  const passwords = openPasswords(secret, { running: 1 })
  await expect(passwords.verify('$argon2id$nonsense', 'clave')).rejects.toThrow('could not be compared')
  expect(await passwords.verify(await passwords.hash('clave'), 'clave')).toBe(true)
})

test('a program ends although its threads wait for more, and hashes where no priority may be lowered', async () => {
  const forbidden = `import os from 'node:os'
    os.setPriority = () => { throw new Error('forbidden') }`
  const program = `import { openPasswords } from '#server/auth/passwords.ts'
    import { makeSecret } from '#server/auth/secret-keys.ts'
    const passwords = openPasswords(makeSecret('${secret.first.text}'))
    console.log(await passwords.verify(await passwords.hash('clave'), 'clave'))`
  const dataUrl = `data:text/javascript,${encodeURIComponent(forbidden)}`
  const options = ['--import', dataUrl, '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 15_000 })
  expect(stdout).toBe('true\n')
})

/** Thread → nice value (the 19th field; the name before it may hold anything). */
function priorities(): Map<number, number> {
  const threads = fs.readdirSync('/proc/self/task').map(thread => {
    const line = fs.readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return [Number(thread), Number(fields[16])] as const
  })
  return new Map(threads)
}
