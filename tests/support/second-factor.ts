// People with a second factor, and the application that shows them their codes.
import { TOTP } from 'otpauth'
import type { Role } from '#kernel/actor.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import type { Browsers } from '#tests/support/browsers.ts'

export type Client = ReturnType<Browsers['browser']>

/** Code that the person's application shows, so many steps of thirty seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * 30_000 })

export async function enrol(client: Client, friendlyName?: string) {
  const named = friendlyName === undefined ? {} : { friendlyName }
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', ...named })
  if (error) throw error
  return data
}

export const bearerOf = async (client: Client) => (await client.auth.getSession()).data.session?.access_token

export function secondFactors(app: Browsers) {
  /** As if the code used last had been used long ago. */
  const codesAreFresh = () => app.tamper(sql`update factor set last_step = 0`)
  return {
    codesAreFresh,
    /** Somebody whose first factor is complete; `client` has taken the second step. */
    guarded: async (role: Role = 'approver') => {
      const { email, userId } = await app.someone(role)
      const { client, session: before } = await app.enter(email)
      const { id: factorId, totp } = await enrol(client)
      const { secret } = totp
      const { data: after, error } = await client.auth.mfa.challengeAndVerify({
        factorId,
        code: codeOf(secret),
      })
      if (error || !before) throw error ?? new Error('no session')
      await codesAreFresh()
      return { email, userId, client, factorId, secret, before, after }
    },
    /** Status of a call of the company: 200, or 403 while the second step is missing. */
    api: async (client: Client, path = '/api/company') =>
      (await app.ask(path, { as: await bearerOf(client) })).status,
    journalOf: async (userId: string) => (await app.journal(app.company, userId)).map(event => event.action),
  }
}
