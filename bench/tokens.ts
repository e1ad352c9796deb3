// Real access tokens of the people that the data of a bench made, each with a session.
import { createHash } from 'node:crypto'
import type { Role } from '#kernel/actor.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { openTokens } from '#server/auth/tokens.ts'
import { openDb } from '#server/database/db.ts'

export type Person = { readonly company: string; readonly user: string; readonly token: string }

export type Issuer = { readonly appUrl: string; readonly secret: string; readonly origin: string }

export type Unsigned = Omit<Person, 'token'> & {
  readonly email: string
  readonly role: Role
  readonly clientId: string | null
  readonly providerId: string | null
  /** As the account has it: a token that guesses wrong has its work done twice. */
  readonly name: string
}

/** Real tokens for the sessions that the data made. */
export async function signTokens(
  who: readonly Unsigned[],
  { appUrl, secret, origin }: Issuer,
): Promise<Person[]> {
  const db = openDb(appUrl, { size: 2 })
  const tokens = openTokens(db, { secret: makeSecret(secret), issuer: `${origin}/auth/v1` })
  const made = who.map(async ({ company, user, email, role, name, clientId, providerId }) => {
    const { token } = await tokens.signAccessToken({
      userId: user,
      sessionId: id(`session${user}`),
      email,
      role,
      companyId: company,
      appMetadata: {
        provider: 'email',
        providers: ['email'],
        role,
        company_id: company,
        company_name: 'Empresa',
        companies: [],
        time_zone: 'Europe/Madrid',
        client_id: clientId,
        provider_id: providerId,
      },
      userMetadata: { name, lastName: 'Prueba', role },
      aal: 'aal1',
      amr: [],
      counter: 0,
      impersonator: null,
    })
    return { company, user, token }
  })
  const all = await Promise.all(made)
  await db.close()
  return all
}

/** md5 as a UUID: the same ids as `bench_id` of the data. */
export function id(text: string): string {
  const hex = createHash('md5').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
