// The program's log: who asked where, without what they said; and more of it while somebody looks for a fault.
import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { talkTo } from '#tests/support/talk.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ DEMO: '1', LOG_LEVEL: 'info' })
}, 120_000)
afterAll(() => server?.stop())

const lines = () =>
  server
    .output()
    .split('\n')
    .flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
const patience = { timeout: 10_000, interval: 20 }

test('a line names node, route, person and company of a call, and neither its token nor what it asked for', async () => {
  const talk = talkTo(server.origin)
  const as = await talk.signIn('empresa')
  const asked = 'palabra-que-nadie-anota'
  expect((await talk.get(`/api/documents?search=${asked}`, as)).status).toBe(200)
  const found = () => lines().find(({ route }) => route === '/api/documents')
  await expect.poll(found, patience).toBeDefined()
  expect(found()).toMatchObject({
    node: hostname(),
    method: 'GET',
    status: 200,
    user: expect.stringMatching(/^[0-9a-f-]{36}$/),
    company: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reqId: expect.any(String),
  })
  expect(server.output()).not.toContain(asked)
  expect(server.output()).not.toContain(as?.split('.').at(-1) ?? as)
})

test('a signal has everything written, and another one only what was set', async () => {
  const checks = () => lines().filter(({ route }) => route === '/healthz').length
  const check = () => fetch(`${server.origin}/healthz`)
  const levels = () => lines().flatMap(({ msg, writes }) => (msg === 'log level' ? [writes] : []))
  await check()
  server.signal('SIGUSR2')
  await expect.poll(levels, patience).toEqual(['debug'])
  const before = checks()
  await check()
  await expect.poll(checks, patience).toBe(before + 1)
  server.signal('SIGUSR2')
  await expect.poll(levels, patience).toEqual(['debug', 'info'])
  await check()
  await fetch(`${server.origin}/api/meta`)
  await expect.poll(() => lines().some(({ route }) => route === '/api/meta'), patience).toBe(true)
  expect([before, checks()]).toEqual([0, 1])
})
