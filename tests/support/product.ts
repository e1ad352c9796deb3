// The program as main.ts builds it, whole, in this process and on a database of its own.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { type AppOptions, buildApp } from '#app/api.ts'
import { createAccount } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import type { Endpoint } from '#kernel/endpoint.ts'
import { openPasswords, quickCost } from '#server/auth/passwords.ts'
import { openRefreshTokens } from '#server/auth/refresh-token.ts'
import { openTokens } from '#server/auth/tokens.ts'
import { clock } from '#server/clock.ts'
import { openDb } from '#server/database/db.ts'
import { sql } from '#server/database/sql.ts'
import type { Route } from '#server/http/route.ts'
import { appWith, hashOfPassword, origin, secret } from '#tests/support/app.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { holdToDescription } from '#tests/support/declared.ts'

export type WholeProduct = Awaited<ReturnType<typeof startWhole>>

/** Every call that is described by an endpoint, and to whom it answers. */
export type Call = { readonly endpoint: Endpoint; readonly kind: Route['kind'] }

export type WholeSettings = Partial<Pick<AppOptions, 'selfSignup' | 'relaxedLimits'>>

/** The whole program. People make companies for themselves in it unless `selfSignup` is null. */
export async function startWhole({ selfSignup = { perDay: 20 }, relaxedLimits = true }: WholeSettings = {}) {
  z.config(z.locales.es())
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'visto-bueno-whole-'))
  const database = await freshDatabase()
  const db = openDb(database.appUrl, { ...database.pooling, size: 8 })
  const platformDb = openDb(database.platformUrl, { ...database.pooling, size: 2 })
  const owner = openDb(withoutHelpers(database.ownerUrl), { size: 2 })
  const { http, routes, tokenScopes } = buildApp({
    db,
    platformDb,
    secret,
    origin,
    dataDir: folder,
    pages: path.join(folder, 'no pages'),
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    relaxedLimits,
    selfSignup,
    meta: () => ({
      product: 'Visto Bueno',
      version: '0.0.0',
      demo: false,
      demoAccounts: [],
      selfSignup: selfSignup !== null,
      supportContact: null,
    }),
  })
  holdToDescription(http)
  await http.ready()
  const tokens = openTokens(db, { secret, issuer: `${origin}/auth/v1` })
  const passwords = openPasswords(secret, { cost: quickCost })
  const refreshTokens = openRefreshTokens(secret)
  const passwordHash = await hashOfPassword()
  const stop = async () => {
    await http.close()
    await Promise.all([db.close(), platformDb.close(), owner.close()])
    await database.drop()
    fs.rmSync(folder, { recursive: true })
  }
  const app = appWith({ http, db, owner, tokens, passwords, refreshTokens, passwordHash, stop })
  const calls: readonly Call[] = [...routes.map(({ endpoint, kind }) => ({ endpoint, kind }))]
  /** Signs in a person of the platform, who works in no company. */
  const signInWithoutCompany = async () => {
    const account = { name: 'Sara', lastName: '', role: 'admin_saas', active: true } as const
    await createAccount(
      outsideAnyTransaction(db),
      { ...account, email: platformEmail, passwordHash },
      clock.now(),
    )
    return app.signIn(platformEmail)
  }
  const scopeOf = (endpointId: string) => tokenScopes.get(endpointId)
  const { ownerUrl } = database
  return { ...app, ownerUrl, calls, scopeOf, signInWithoutCompany, digests: await openDigests(owner) }
}

/** Address of the person whom `signInWithoutCompany` makes. */
export const platformEmail = 'sara@plataforma.example'

/** To share a statement over a hundred small tables with other processes takes five times as long as to run it. */
function withoutHelpers(url: string): string {
  const address = new URL(url)
  address.searchParams.set('options', '-c max_parallel_workers_per_gather=0')
  return address.href
}

/**
 * Digests of the rows of every table, by table: of one company, or all. Sessions note when they were last used and do
 * not count. The statement is planned once: to plan it takes longer than to run it.
 */
async function openDigests(owner: ReturnType<typeof openDb>) {
  const tables = await owner.run<{ name: string; tenant: boolean }>(sql`
    select c.relname as name, a.attname is not null as tenant from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'session' order by 1`)
  const digestOf = ({ name, tenant }: { name: string; tenant: boolean }) => `
    select '${name}' as name, count(*) || ' rows ' ||
      coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from "${name}" t
    where $1::uuid is null ${tenant ? 'or company_id = $1' : ''}`
  const statement = (of: typeof tables) => of.map(digestOf).join(' union all ')
  const ofAll = { name: 'digests of all', text: statement(tables) }
  const ofCompany = { name: 'digests of a company', text: statement(tables.filter(({ tenant }) => tenant)) }
  return async (companyId: string | null = null): Promise<{ [table: string]: string }> => {
    const query = companyId === null ? ofAll : ofCompany
    const { rows } = await owner.pool.query<{ name: string; digest: string }>({
      ...query,
      values: [companyId],
    })
    return Object.fromEntries(rows.map(row => [row.name, row.digest]))
  }
}

/** `GET /api/projects/:projectId` for every address the server answers, HEAD and OPTIONS left out. */
export function addressesOf({ http }: Pick<WholeProduct, 'http'>): string[] {
  const found: string[] = []
  const above: string[] = []
  for (const line of http.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', address = '', methods = ''] = /^([│├└─\s]*)(\S+) \(([^)]*)\)$/.exec(line) ?? []
    if (address === '') continue
    const depth = indent.length / 4
    above.splice(depth - 1)
    const whole = above.join('') + address
    above.push(address)
    for (const method of methods.split(', '))
      if (method !== 'HEAD' && method !== 'OPTIONS') found.push(`${method} ${whole}`)
  }
  return found.toSorted()
}
