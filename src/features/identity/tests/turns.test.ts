// Requests of identity that wait for hashes have turns of their own, and nobody gets another one by what they write.
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startWhole } from '#tests/support/product.ts'

const app = await startWhole()
afterAll(() => app.stop())

/** Turns that a call took, by their names. */
async function turnsTaken(url: string, body: object): Promise<readonly string[]> {
  const taken: string[] = []
  for (const name of ['requests', 'sessions'] as const) {
    const queue = app.http.turns[name]
    const run = queue.run.bind(queue)
    const spy = vi.spyOn(queue, 'run').mockImplementation(work => {
      taken.push(name)
      return run(work)
    })
    onTestFinished(() => spy.mockRestore())
  }
  await app.ask(url, { method: 'POST', body })
  return taken
}

const somebody = { email: 'nadie@norte.example', password: 'una-clave-larga-de-verdad' }

test.each([
  ['/auth/v1/token?grant_type=password', somebody, 'sessions'],
  ['/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }, 'requests'],
  ['/auth/v1/signup', somebody, 'sessions'],
  ['/auth/v1/signup?grant_type=refresh_token', somebody, 'sessions'],
  ['/auth/v1/token?grant_type=password&grant_type=refresh_token', somebody, 'sessions'],
])('%s', async (url, body, turn) => {
  expect(await turnsTaken(url, body)).toEqual([turn])
})
