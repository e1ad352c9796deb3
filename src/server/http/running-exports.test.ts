// So many exports at once: a person's, a company's and a node's.
import { pino } from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { RunningExports } from '#server/http/running-exports.ts'
import { newServer } from '#server/http/server.ts'

const http = newServer(pino({ level: 'silent' }))
const running = new RunningExports()
http.get('/:companyId/:userId', (request, reply) => {
  const { companyId, userId } = Object(request.params)
  running.begin(reply, { companyId, userId })
  reply.hijack()
  reply.raw.write('begun')
})
const origin = await http.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => {
  http.server.closeAllConnections()
  return http.close()
})

test('a person runs two exports, a company four and a node eight, and one that ends makes room', async () => {
  const begin = (companyId: string, userId: string) => fetch(`${origin}/${companyId}/${userId}`)
  const status = async (companyId: string, userId: string) => {
    const { status, body } = await begin(companyId, userId)
    if (status !== 200) return status
    await body?.cancel()
    return status
  }
  const first = await begin('norte', 'ana')
  await begin('norte', 'ana')
  const refused = await begin('norte', 'ana')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({
    type: '/problems/too_many_exports',
    title: expect.stringContaining('exportaciones'),
  })
  await begin('norte', 'bea')
  await begin('norte', 'bea')
  expect(await status('norte', 'carla')).toBe(429)
  for (const person of ['dora', 'eva']) for (const _ of [1, 2]) await begin('sur', person)
  expect(await status('este', 'fina')).toBe(429)
  await first.body?.cancel()
  await vi.waitFor(async () => expect(await status('norte', 'carla')).toBe(200))
})
