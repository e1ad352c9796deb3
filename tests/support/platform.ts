// The whole program with a platform administrator, and the unmodified client of the browser.
import { createClient } from '@supabase/supabase-js'
import { createAccount } from '#features/identity/store/accounts.ts'
import { outsideAnyTransaction } from '#features/identity/store/statements.ts'
import type { Role } from '#kernel/actor.ts'
import { clock } from '#server/clock.ts'
import { password } from '#tests/support/app.ts'
import { startWhole } from '#tests/support/product.ts'

export type Platform = Awaited<ReturnType<typeof startPlatform>>

export const publicKey = 'sb_publishable_test'

export async function startPlatform() {
  const app = await startWhole()
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const auth = { persistSession: false, autoRefreshToken: false }
  const clientOf = (token: string | null) =>
    createClient(address, publicKey, {
      auth,
      ...(token === null ? {} : { global: { headers: { Authorization: `Bearer ${token}` } } }),
    })
  /** A person of the platform, in no company. */
  const operator = async (email: string) => {
    const account = { name: 'Sara', lastName: 'Soto', role: 'admin_saas', active: true } as const
    const made = { ...account, email, passwordHash: app.passwordHash }
    const userId = await createAccount(outsideAnyTransaction(app.db), made, clock.now())
    return { userId: userId ?? '', email, token: await app.signIn(email, password) }
  }
  /** True while the token opens what everybody may open. */
  const lives = async (token: string) => (await app.ask('/auth/v1/user', { as: token })).status === 200
  const profiles = (token: string | null) => clientOf(token).from('profiles')
  /** As the official client sends it. */
  const edit = (token: string, userId: string, change: object) =>
    profiles(token).update(change).eq('id', userId)
  /** The same address with whatever else somebody may send. */
  const rest = (url: string, { token = null, method = 'GET', payload, headers = {} }: Sent = {}) =>
    app.http.inject({
      method,
      url: `/rest/v1/${url}`,
      ...(payload === undefined ? {} : { payload }),
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    })
  let people = 0
  /** Somebody of a company, signed in. */
  const someone = async (role: Role, companyId: string, email = `persona${++people}@correo.example`) => {
    const userId = await app.person(companyId, role, email, { name: 'Luis', lastName: 'Gil' })
    return { userId, email, token: await app.signIn(email) }
  }
  return { ...app, address, clientOf, operator, lives, profiles, edit, rest, someone }
}

type Sent = {
  readonly token?: string | null
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly payload?: string | object
  readonly headers?: { readonly [name: string]: string }
}
