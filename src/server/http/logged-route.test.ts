// Who can read the log can open nothing with it.
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import type { Claims } from '#server/auth/session.ts'
import { readClaims } from '#server/http/api-token-calls.ts'
import { loggedPath } from '#server/http/logged-route.ts'
import { newServer } from '#server/http/server.ts'

const lines: string[] = []
const http = newServer(pino({ level: 'info' }, { write: line => void lines.push(line) }))
const paths: string[] = []
for (const route of ['/files/:token/:name', '/api/documents/:documentId'])
  http.get(route, async request => {
    paths.push(loggedPath(request))
    return {}
  })
http.setNotFoundHandler(async () => ({}))
afterAll(() => http.close())

test.each([
  ['/files/SECRET.TOKEN/factura.pdf', '/files/:token/:name'],
  ['/files/SECRET.TOKEN/factura.pdf?picture=1', '/files/:token/:name'],
  ['/api/documents/DOC-001?code=SECRET', '/api/documents/:documentId'],
  ['/verificar/SECRET', 'page'],
])('a request of %s is logged by its route', async (url, route) => {
  lines.length = 0
  await http.inject({ method: 'GET', url })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', route, status: 200 })
  expect(lines.join('')).not.toContain('SECRET')
})

test('a health check is logged when it is not well', async () => {
  const logged: string[] = []
  const server = newServer(pino({ level: 'info' }, { write: line => void logged.push(line) }))
  let isWell = true
  server.get('/readyz', async (_request, reply) => reply.code(isWell ? 200 : 503).send({}))
  await server.inject({ method: 'GET', url: '/readyz' })
  isWell = false
  await server.inject({ method: 'GET', url: '/readyz' })
  await server.close()
  expect(logged.map(line => JSON.parse(line).status)).toEqual([503])
})

test('a request is logged with who asked and in which company, also one that is refused', async () => {
  const logged: string[] = []
  const server = newServer(pino({ level: 'info' }, { write: line => void logged.push(line) }))
  const authenticate = async (): Promise<Claims> => ({
    userId: 'u-1',
    sessionId: 's-1',
    companyId: 'c-1',
    role: 'approver',
    name: 'Ana',
    clientId: null,
    providerId: null,
    zone: 'Europe/Madrid',
    isSample: false,
    counter: 0,
    aal: 'aal1',
    impersonator: null,
    isStrict: false,
  })
  server.decorateRequest('grant', null)
  server.get('/api/known/:status', async (request, reply) => {
    await readClaims(request, authenticate)
    return reply.code(request.url.endsWith('200') ? 200 : 403).send({})
  })
  for (const status of [200, 403]) await server.inject({ method: 'GET', url: `/api/known/${status}` })
  await server.inject({ method: 'GET', url: '/api/unknown' })
  await server.close()
  const callers = logged.map(line => JSON.parse(line)).map(({ user, company }) => [user, company])
  expect(callers).toEqual([
    ['u-1', 'c-1'],
    ['u-1', 'c-1'],
    [undefined, undefined],
  ])
})

test('what was looked at under impersonation is kept by its path, a signed link by its route', async () => {
  paths.length = 0
  for (const url of ['/api/documents/DOC-001?q=SECRET', '/files/SECRET.TOKEN/a.pdf'])
    await http.inject({ method: 'GET', url })
  expect(paths).toEqual(['/api/documents/DOC-001', '/files/:token/:name'])
})
