// The look at a write's token before the write itself: one look, whatever comes of it.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Authenticate } from '#server/auth/session.ts'
import { openDb } from '#server/database/db.ts'
import { refuseChanges } from '#server/http/impersonation.ts'
import { commonProblem } from '#server/problems.ts'

async function write(refused: Error) {
  let looks = 0
  const authenticate: Authenticate = async () => {
    looks += 1
    throw refused
  }
  const app = Fastify()
  const db = openDb('postgres://nobody@127.0.0.1:1/none')
  refuseChanges(app, { db, authenticate })
  app.post('/', async ({ headers }) => authenticate(headers.authorization))
  const { body } = await app.inject({ method: 'POST', url: '/', headers: { authorization: 'Bearer x' } })
  await Promise.all([app.close(), db.close()])
  return { looks, body }
}

test('an outage while the token is read ends the request: it is not waited for a second time', async () => {
  const { looks, body } = await write(new Error('the keys cannot be read'))
  expect(looks).toBe(1)
  expect(body).toContain('the keys cannot be read')
})

test('a token that is no good is refused by the route, in its own words', async () => {
  expect((await write(commonProblem('unauthenticated'))).looks).toBe(2)
})
