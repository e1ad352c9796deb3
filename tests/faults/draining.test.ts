// A program that is told to end says so first, and ends without a request that fails.
import fs from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RunningServer, startServer, temporaryFolder } from '#tests/support/server.ts'
import { listenTo } from '#tests/support/stream.ts'
import { talkTo } from '#tests/support/talk.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ DEMO: '1', DRAIN_SECONDS: '8', NODE_ENV: 'test', AUTH_LIMITS: 'relaxed' })
})
afterAll(() => server.stop('SIGKILL'))

/** A proxy's connection: kept alive, asked again and again while the program is ready. Every status, or fault. */
async function keepAsking(origin: string, isReady: () => boolean, token: string): Promise<string[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const seen: string[] = []
  // Some come after the balancer has looked: it takes its time.
  for (let late = 0; late < 10; late += isReady() ? 0 : 1) seen.push(await ask(origin, agent, token))
  agent.destroy()
  return seen
}

const ask = (origin: string, agent: http.Agent, token: string) =>
  new Promise<string>(resolve => {
    const options = { agent, headers: { authorization: `Bearer ${token}` } }
    http
      .get(`${origin}/api/projects`, options, answer => {
        answer.resume().on('end', () => resolve(String(answer.statusCode)))
      })
      .on('error', ({ message }) => resolve(message))
  })

/** A request whose body is still on its way; `finish` sends the rest. */
function sendSlowly(origin: string) {
  const body = JSON.stringify({ email: 'nadie@norte.example', password: 'x'.repeat(20) })
  const asked = http.request(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = new Promise<string>(resolve => {
    asked.on('response', answer => answer.resume().on('end', () => resolve(String(answer.statusCode))))
    asked.on('error', ({ message }) => resolve(message))
  })
  asked.write(body.slice(0, 10))
  return { finish: () => asked.end(body.slice(10)), answered }
}

test('it is not ready for as long as it drains, serves meanwhile, ends its streams, and no request fails', async () => {
  const { origin } = server
  const token = await talkTo(origin).signIn('empresa')
  const stream = await listenTo(origin, token)
  await stream.until(({ event }) => event === 'ready')
  let isReady = true
  const slow = sendSlowly(origin)
  const asking = Array.from({ length: 6 }, () => keepAsking(origin, () => isReady, token))
  const stopped = server.stop()
  const told = performance.now()
  // As a load balancer does: it looks, and once it reads 503 sends no more.
  let state = 200
  while (state === 200) state = (await fetch(`${origin}/readyz`)).status
  expect(state).toBe(503)
  const alive = await fetch(`${origin}/healthz`)
  expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close'])
  isReady = false
  const answers = (await Promise.all(asking)).flat()
  expect(answers.length).toBeGreaterThanOrEqual(60)
  expect(new Set(answers)).toEqual(new Set(['200']))
  expect(await stream.ended).toBe('ended')
  expect(performance.now() - told).toBeGreaterThan(7500)
  // The draining is over, and the end waits for what was under way.
  slow.finish()
  expect(await slow.answered).toBe('400')
  expect(await stopped).toBe(0)
})

test('a second signal that is no echo of the first, or one from a terminal, ends the draining', async () => {
  const dataDir = temporaryFolder()
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }))
  const settings = { DEMO: '0', DRAIN_SECONDS: '300', DATA_DIR: dataDir }
  const twice = await startServer(settings)
  const first = twice.stop()
  const isDraining = async () => expect((await fetch(`${twice.origin}/readyz`)).status).toBe(503)
  await vi.waitFor(isDraining, { timeout: 20_000 })
  let status: number | null = null
  void first.then(code => {
    status = code
  })
  const isOver = () => {
    if (status === null) void twice.stop()
    expect(status).toBe(0)
  }
  await vi.waitFor(isOver, { timeout: 20_000, interval: 300 })
  expect(await (await startServer(settings)).stop('SIGINT')).toBe(0)
})
