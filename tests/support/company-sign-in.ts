// A company whose people sign in with its provider, and a browser that does.
import { createHmac, randomBytes } from 'node:crypto'
import { companySignInRoutes } from '#features/company-sign-in/api.ts'
import type { SignInMode } from '#features/company-sign-in/rules.ts'
import { peopleRoutes } from '#features/people/api.ts'
import { sql } from '#server/database/sql.ts'
import { openReach } from '#server/http/reach.ts'
import { secret } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'
import { clientId, clientSecret, followProvider } from '#tests/support/identity-provider.ts'
import { bearerOf, secondFactors } from '#tests/support/second-factor.ts'

/** Texts of the DNS, by name. */
export const texts = new Map<string, string[]>()

export const startSignIn = (): Promise<Browsers> =>
  startWithBrowsers({}, (invite, identity) => [
    ...peopleRoutes(invite),
    ...companySignInRoutes({
      db: identity.db,
      identity,
      secret,
      reach: openReach({ privateNetworks: [], allowsLoopback: true }),
      findTexts: async name => texts.get(name) ?? [],
    }),
  ])

export const newSecret = () => randomBytes(32).toString('base64url')
/** Nonce that the browser's secret stands for: a forged provider reads it in the address. */
export const nonceOf = (of: string) => createHmac('sha256', of).update('nonce').digest('base64url')

export const provider = (issuer: string) => ({ issuer, clientId, clientSecret, trustsAddresses: false })

export function signInDesk(app: Browsers) {
  const call = (
    as: string | undefined,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => app.ask(`/api/company/sign-in${path}`, { method, as, ...(body ? { body } : {}) })
  const enter = {
    begin: (email: string, of: string) =>
      app.ask('/api/company-sign-in', { method: 'POST', body: { email, secret: of } }),
    finish: (companyId: string, of: string, answer: string) =>
      app.ask('/api/company-sign-in/sessions', {
        method: 'POST',
        body: { companyId, secret: of, answer },
      }),
  }
  const desk = {
    call,
    ...enter,
    /** An administrator who has taken the second step. */
    admin: async () => {
      const { client, userId, email } = await secondFactors(app).guarded('admin')
      return { userId, email, token: await bearerOf(client) }
    },
    /** Sets the provider, verifies a domain and chooses a mode, as rows: the settings have tests of their own. */
    set: async (
      issuer: string,
      mode: SignInMode = 'offered',
      { company = app.company, domain = 'correo.example' } = {},
    ) => {
      const sealed = (await import('#features/company-sign-in/store.ts'))
        .signInSeal(secret)
        .seal(clientSecret)
      await app.tamper(sql`delete from company_identity where company_id = ${company}`)
      await app.tamper(sql`delete from sign_in_domain where domain = ${domain}`)
      await app.tamper(sql`
        insert into company_sign_in (company_id, issuer, client_id, sealed_secret, mode, created_at, updated_at)
        values (${company}, ${issuer}, ${clientId}, ${sealed}, ${mode}, now(), now())
        on conflict (company_id) do update set issuer = excluded.issuer, mode = excluded.mode, trusts_addresses = false`)
      await app.tamper(sql`
        insert into sign_in_domain (company, domain, token, verified_at, verified_by, created_at)
        values (${company}, ${domain}, 'x', now(), 'dns', now())`)
    },
    /** Somebody types a mail address, signs in at the provider and comes back. */
    enters: async (email: string, company = app.company) => {
      const of = newSecret()
      const begun = await enter.begin(email, of)
      if (begun.status !== 200) return begun
      const { answer } = await followProvider(begun.body.url)
      return enter.finish(company, of, answer)
    },
  }
  return desk
}
