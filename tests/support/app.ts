// A program of chosen slices on a database of its own, with people who can sign in.
import { pino } from 'pino'
import { createCompany } from '#features/companies/commands.ts'
import { mountSession } from '#features/identity/api/session-routes.ts'
import { identityPlugin } from '#features/identity/api.ts'
import { createAccount } from '#features/identity/store.ts'
import { addMember } from '#features/people/commands.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { openDb } from '#server/db.ts'
import { mountRoutes } from '#server/http/mount.ts'
import type { Route } from '#server/http/route.ts'
import { newServer } from '#server/http/server.ts'
import { openPasswords, type Passwords } from '#server/passwords.ts'
import { openRefreshTokens } from '#server/refresh-token.ts'
import { asSystem } from '#server/tenant.ts'
import { authenticator, openTokens } from '#server/tokens.ts'
import { freshDatabase } from '#tests/support/database.ts'

export const password = 'una-clave-larga'
export const testSecret = 'a secret of at least thirty-two characters'
export const testOrigin = 'http://visto.test'

export type TestApp = Awaited<ReturnType<typeof startApp>>

export type Asked = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: object
  /** Access token. */
  readonly as?: string
  readonly key?: string
}

export async function startApp(routes: (passwords: Passwords) => readonly Route[] = () => []) {
  const database = await freshDatabase()
  const db = openDb(database.appUrl, { size: 8 })
  const owner = openDb(database.ownerUrl, { size: 2 })
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const tokens = openTokens(db, { secret: testSecret, issuer: `${testOrigin}/auth/v1` })
  const passwords = openPasswords(testSecret)
  const refreshTokens = openRefreshTokens(testSecret)
  const http = newServer(log)
  const authenticate = authenticator(tokens)
  mountRoutes(http, routes(passwords), { db, authenticate })
  mountSession(http, { db, authenticate })
  http.register(identityPlugin, { db, tokens, refreshTokens, passwords, origins: [testOrigin] })
  await http.ready()
  const passwordHash = await passwords.hash(password)

  const ask = async (url: string, { method = 'GET', body, as, key }: Asked = {}) => {
    const answer = await http.inject({
      method,
      url,
      headers: {
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? null : answer.json(),
      headers: answer.headers,
    }
  }

  return {
    ...{ http, db, owner, tokens, passwords, refreshTokens, ask },
    stop: async () => {
      await http.close()
      await Promise.all([db.close(), owner.close()])
      await database.drop()
    },
    company: async (
      name = 'Construcciones Norte',
      plan: 'free' | 'starter' | 'enterprise' = 'enterprise',
    ) => {
      const id = newId()
      const email = 'hola@norte.example'
      await asSystem(db, id, tx =>
        createCompany(tx, null, { name, email, plan, currency: 'EUR', timeZone: 'Europe/Madrid' }),
      )
      return id
    },
    person: (companyId: string, role: Role, email: string, more: PersonOptions = {}) =>
      asSystem(db, companyId, async tx => {
        const account = { email, role, passwordHash, active: true, name: 'Ana', lastName: 'Pérez', ...more }
        const userId = await createAccount(tx, account, tx.now)
        if (userId === null) throw new Error(`${email} is taken`)
        const { clientId = null, providerId = null } = more
        await addMember(tx, null, { userId, role, clientId, providerId })
        return userId
      }),
    signIn: async (email: string, typed = password): Promise<string> => {
      const answer = await ask('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: { email, password: typed },
      })
      if (answer.status !== 200) throw new Error(`${email}: ${JSON.stringify(answer.body)}`)
      return answer.body.access_token
    },
  }
}

type PersonOptions = {
  readonly name?: string
  readonly lastName?: string
  readonly active?: boolean
  readonly clientId?: string
  readonly providerId?: string
}
