// The application answers its own addresses, and no other: a scanner that asks for a file that is not there is told so.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newServer } from '#server/http/server.ts'
import { servePages } from '#server/http/static.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-pages-'))
const http = newServer(pino({ level: 'silent' }))
beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'pages'))
  fs.writeFileSync(path.join(folder, 'index.html'), '<html>aplicación</html>')
  fs.writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *')
  fs.writeFileSync(path.join(folder, 'pages', 'pages.json'), '[]')
  fs.mkdirSync(path.join(folder, 'assets'))
  fs.writeFileSync(path.join(folder, 'assets', 'money-Ab1_.js'), 'export {}')
  fs.writeFileSync(path.join(folder, 'assets', 'money-Ab1_.js.br'), 'packed')
  servePages(http, folder)
  await http.ready()
})
afterAll(async () => {
  await http.close()
  fs.rmSync(folder, { recursive: true })
})

const asked = async (url: string) => {
  const { statusCode, body } = await http.inject({ method: 'GET', url })
  return [statusCode, body.includes('aplicación')]
}

test.each(['/', '/login', '/client/projects/PRJ-001/documents/DOC-001', '/client/documents?q=a.pdf'])(
  'an address of the application is answered: %s',
  async url => expect(await asked(url)).toEqual([200, true]),
)

test.each([
  '/metrics',
  '/.well-known/security.txt',
  '/wp-login.php',
  '/backup.sql',
  '/client/projects.json',
  '/assets/gone.js',
  '/assets/deep/money-Ab1_.js',
  '/.env.production',
  '/api/nothing',
])('an address that is none is not found: %s', async url => expect(await asked(url)).toEqual([404, false]))

test('a file that is there is served', async () => expect(await asked('/robots.txt')).toEqual([200, false]))

test('assets have one route, and are kept for ever as they are packed', async () => {
  const accepting = (encoding: string) =>
    http.inject({
      method: 'GET',
      url: '/assets/money-Ab1_.js',
      headers: { 'accept-encoding': encoding },
    })
  const { headers, body } = await accepting('br, gzip')
  expect(body).toBe('packed')
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await accepting('identity')).body).toBe('export {}')
  expect(http.hasRoute({ method: 'GET', url: '/assets/money-Ab1_.js' })).toBe(false)
})

test.each([
  '/assets/..%2findex.html',
  '/assets/%2e%2e%2frobots.txt',
  '/assets/..%5cindex.html',
  '/assets/%00',
])('nothing outside the assets is reached through them: %s', async url =>
  expect(await asked(url)).toEqual([400, false]),
)
