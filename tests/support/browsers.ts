// Browsers with the unmodified client against a listening program, and the mails that people get.
import { createClient } from '@supabase/supabase-js'
import type { Role } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import { type AppSettings, origin, password, startApp } from '#tests/support/app.ts'

export type Browsers = Awaited<ReturnType<typeof startWithBrowsers>>

export async function startWithBrowsers(settings: AppSettings = {}, ...given: Parameters<typeof startApp>) {
  const app = await startApp(given[0], given[1], settings)
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const company = await app.company()
  const browser = () =>
    createClient(address, 'sb_publishable_test', {
      auth: { flowType: 'pkce', storage: memory(), autoRefreshToken: false },
    })
  const tell = { ...app, address, company, newCompany: app.company, browser }
  const linkIn = async (email: string, kind: string) => {
    const mail = (await app.mails(email)).find(one => one.kind === kind)
    if (!mail) throw new Error(`no mail ${kind} to ${email}`)
    const url = new URL(mail.links[0] ?? '')
    const code = url.searchParams.get('code') ?? url.searchParams.get('token_hash') ?? ''
    return { mail, url, code }
  }
  const newAddress = () => `persona${++people}@correo.example`
  return {
    ...tell,
    newAddress,
    /** Somebody of the company, with an address of their own. */
    someone: async (role: Role = 'approver') => {
      const email = newAddress()
      return { email, userId: await app.person(company, role, email) }
    },
    /** Comes in with a browser of their own. */
    enter: async (email: string, typed = password) => {
      const client = browser()
      const { data, error } = await client.auth.signInWithPassword({ email, password: typed })
      return { client, error, session: data.session }
    },
    /** The newest mail of a kind, and the code in its link. */
    linkIn,
    /** Somebody who has asked for a new password, with the link that they got. */
    recovering: async () => {
      const email = newAddress()
      const userId = await app.person(company, 'approver', email)
      const client = browser()
      const redirectTo = `${origin}/login?source=reset_email`
      const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo })
      if (error) throw error
      return { client, email, userId, ...(await linkIn(email, 'recovery')) }
    },
    /** All windows in which tries are counted have passed. */
    limitsPass: () => app.tamper(sql`delete from attempt`),
  }
}

let people = 0

/** Storage of a browser between pages. */
function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
