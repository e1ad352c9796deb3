// A program of chosen slices on a database of its own, with people who can sign in.
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { createEmptyCompany } from '#features/companies/commands.ts'
import type { Plan } from '#features/companies/rules.ts'
import { mustUseCompany } from '#features/company-sign-in/commands/required.ts'
import {
  type Identity,
  identityPlugin,
  identityRoutes,
  inviter,
  openIdentity,
} from '#features/identity/api.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { invitationRoutes } from '#features/people/api/invitations.ts'
import { acceptByChoosing } from '#features/people/commands/acceptance.ts'
import { addMember } from '#features/people/commands.ts'
import type { Role } from '#kernel/actor.ts'
import { newId } from '#kernel/ids.ts'
import { type Limits, openLimits } from '#server/auth/limits.ts'
import { openPasswords, type Passwords, quickCost } from '#server/auth/passwords.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { openSeal } from '#server/auth/seal.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { authenticator, openTokens } from '#server/auth/tokens.ts'
import { openDb } from '#server/database/db.ts'
import { type Sql, sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import { mountRoutes } from '#server/http/mount.ts'
import type { Route } from '#server/http/route.ts'
import { newServer } from '#server/http/server.ts'
import { outboxMails } from '#server/mail/outbox.ts'
import { openPost } from '#server/mail/post.ts'
import { mailSeal } from '#server/mail/queue.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { holdToDescription } from '#tests/support/declared.ts'

export const password = 'una-clave-larga'
export const secret = makeSecret('a secret of at least thirty-two characters')
export const origin = 'http://visto.test'

/** The threads that hash, and the one hash of all people of the tests, once for each process. `server/auth` tries what a guess costs. */
const hashing = openPasswords(secret, { cost: quickCost })
let hashed: Promise<string> | undefined

export const hashOfPassword = (): Promise<string> => {
  hashed ??= hashing.hash(password)
  return hashed
}

export type TestApp = ReturnType<typeof appWith>

export type Asked = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: object
  /** Access token. */
  readonly as?: string | undefined
  /** A fresh one for every write when left out. */
  readonly key?: string
}

export type PersonOptions = {
  readonly name?: string
  readonly lastName?: string
  readonly active?: boolean
  readonly clientId?: string
  readonly providerId?: string
}

export type Mount = (parts: Pick<Parts, 'http' | 'db' | 'tokens'> & { readonly limits: Limits }) => void

export type AppSettings = {
  readonly isStrict?: boolean
  /** Limits of addresses are lifted: all tests come from one. */
  readonly isRelaxed?: boolean
  readonly confirmsEmail?: boolean
}

export async function startApp(
  routes: (invite: Invite, identity: Identity) => readonly Route[] = () => [],
  mount: Mount = () => {},
  { isStrict = false, isRelaxed = true, confirmsEmail = true }: AppSettings = {},
) {
  const database = await freshDatabase()
  const db = openDb(database.appUrl, { ...database.pooling, size: 8 })
  const owner = openDb(database.ownerUrl, { size: 2 })
  const tokens = openTokens(db, { secret, issuer: `${origin}/auth/v1`, isStrict })
  // A test may put something else in the place of a function.
  const passwords = { ...hashing }
  const http = newServer(pino({ level: process.env.TEST_LOG ?? 'silent' }))
  const refreshTokens = openRefreshTokens(secret)
  const limits = openLimits(db, secret, { isRelaxed })
  const identity = openIdentity({
    db,
    tokens,
    refreshTokens,
    passwords,
    confirmsEmail,
    isStrict,
    log: http.log,
    limits,
    seal: openSeal(secret, 'factors'),
    post: openPost(secret, { product: 'Visto Bueno', origin }),
    site: { origin, redirects: [], product: 'Visto Bueno' },
    accept: acceptByChoosing(db),
    mustUseCompany: mustUseCompany(db),
  })
  const invite = inviter(identity)
  const invitations = invitationRoutes({ identity, invite })
  const mounted = [...identityRoutes(identity), ...invitations, ...routes(invite, identity)]
  mountRoutes(http, mounted, { db, authenticate: authenticator(tokens), secret, limits })
  http.register(identityPlugin, { identity, origins: [origin] })
  mount({ http, db, tokens, limits })
  holdToDescription(http)
  await http.ready()
  const passwordHash = await hashOfPassword()
  const stop = async () => {
    await http.close()
    await Promise.all([db.close(), owner.close()])
    await database.drop()
  }
  return appWith({
    http,
    db,
    owner,
    tokens,
    passwords,
    refreshTokens,
    passwordHash,
    stop,
    settle: identity.settle,
  })
}

export type Parts = {
  readonly http: ReturnType<typeof newServer>
  readonly db: ReturnType<typeof openDb>
  readonly owner: ReturnType<typeof openDb>
  readonly tokens: ReturnType<typeof openTokens>
  readonly passwords: Passwords
  readonly refreshTokens: ReturnType<typeof openRefreshTokens>
  readonly passwordHash: string
  readonly stop: () => Promise<void>
  /** Waits for what runs behind the answers. */
  readonly settle?: () => Promise<void>
}

/** Requests, sign-ins and rows of a test against a running program. */
export function appWith(parts: Parts) {
  const ask = (url: string, asked: Asked = {}) => inject(parts, url, asked)
  const signIn = async (email: string, typed = password): Promise<string> => {
    const body = { email, password: typed }
    let answer = await ask('/auth/v1/token?grant_type=password', { method: 'POST', body })
    // A busy machine is not what is tried: whoever is told to come again does.
    for (let tries = 1; answer.status === 503 && tries < 5; tries++) {
      await sleep(Number(answer.headers['retry-after']) * 1000)
      answer = await ask('/auth/v1/token?grant_type=password', { method: 'POST', body })
    }
    if (answer.status !== 200) throw new Error(`${email}: ${JSON.stringify(answer.body)}`)
    return answer.body.access_token
  }
  return {
    ...parts,
    ask,
    signIn,
    company: (plan: Plan = 'enterprise', name = 'Norte') => makeCompany(parts, plan, name),
    person: (companyId: string, role: Role, email: string, options: PersonOptions = {}) =>
      makePerson(parts, companyId, role, email, options),
    /** Somebody invited chooses the password of all tests, accepts whatever waits for them, and comes in. */
    accept: async (email: string): Promise<string> => {
      await parts.owner.run(sql`update account set password_hash = ${parts.passwordHash}, email_confirmed_at = now()
        where email = ${email} and password_hash is null`)
      const waiting = await parts.owner.run<{ companyId: string; id: string }>(sql`
        select company_id as "companyId", id from invitation where email = ${email} and outcome is null`)
      for (const invitation of waiting) await acceptByChoosing(parts.db)(invitation)
      return signIn(email)
    },
    /** The id of an address's account. */
    accountOf: async (email: string): Promise<string> => {
      const [row] = await parts.owner.run<{ id: string }>(sql`select id from account where email = ${email}`)
      if (!row) throw new Error(`${email} has no account`)
      return row.id
    },
    /** Actions of the company's journal, oldest first. */
    journal: async (companyId: string, objectId?: string) => {
      const rows = await parts.owner.run<{ action: string; object_id: string; after: unknown }>(sql`
        select action, object_id, after from event where company_id = ${companyId} order by id`)
      return rows.filter(row => !objectId || row.object_id === objectId)
    },
    /** Waits for what answers do not wait for. */
    settled: async () => parts.settle?.(),
    /** Mails to an address, the newest first, with the addresses that they lead to. */
    mails: async (to: string) => {
      // Mails that answers do not wait for may still be on their way.
      await parts.settle?.()
      return outboxMails(parts.db, mailSeal(secret), to)
    },
    /** Any statement, as the owner of the database. */
    tamper: (query: Sql) => parts.owner.run(query),
  }
}

async function inject({ http }: Parts, url: string, { method = 'GET', body, as, key }: Asked) {
  const answer = await http.inject({
    method,
    url,
    headers: {
      ...(as ? { authorization: `Bearer ${as}` } : {}),
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? newId() }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  const { statusCode: status, headers } = answer
  return { status, headers, body: answer.body === '' ? null : answer.json() }
}

async function makeCompany({ db }: Parts, plan: Plan, name: string): Promise<string> {
  const id = newId()
  const company = {
    name,
    email: 'hola@norte.example',
    plan,
    currency: 'EUR',
    timeZone: 'Europe/Madrid',
  } as const
  await asSystem(db, id, tx => createEmptyCompany(tx, null, company))
  return id
}

function makePerson(
  { db, passwordHash }: Parts,
  companyId: string,
  role: Role,
  email: string,
  options: PersonOptions,
): Promise<string> {
  return asSystem(db, companyId, async tx => {
    const { name = 'Ana', lastName = 'Pérez', active = true, clientId = null, providerId = null } = options
    const account = { email, role, passwordHash, active, name, lastName }
    const userId = await createAccount(tx, account, tx.now)
    if (userId === null) throw new Error(`${email} is taken`)
    await addMember(tx, null, { userId, role, clientId, providerId })
    return userId
  })
}
