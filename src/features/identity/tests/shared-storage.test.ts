// Tabs of one browser: several of the unmodified clients over one storage, as the official library runs them.
import { createClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { rotateKeys } from '#server/auth/signing-keys.ts'
import { clock } from '#server/clock.ts'
import { password, secret } from '#tests/support/app.ts'
import { type Browsers, startWithBrowsers } from '#tests/support/browsers.ts'

let app: Browsers
beforeAll(async () => {
  app = await startWithBrowsers()
})
afterAll(() => app?.stop())
afterEach(() => void vi.restoreAllMocks())

function browserOf(address: string) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const auth = { flowType: 'pkce', storage, persistSession: true, autoRefreshToken: false } as const
  return { kept, tab: (at = address) => createClient(at, 'sb_publishable_test', { auth }) }
}

async function signedIn() {
  const { email } = await app.someone()
  const browser = browserOf(app.address)
  const first = browser.tab()
  const { error } = await first.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { email, browser, first }
}

describe('tabs', () => {
  test('that refresh at once agree on one session, and go on with it', async () => {
    const { browser, first } = await signedIn()
    const tabs = [first, browser.tab(), browser.tab(), browser.tab()]
    for (let round = 0; round < 3; round++) {
      const refreshed = await Promise.all(tabs.map(tab => tab.auth.refreshSession()))
      // A tab that finds what another has just stored keeps that, and says so in words of the client's own.
      const failures = new Set(refreshed.flatMap(({ error }) => (error ? [error.name] : [])))
      expect([...failures].filter(name => name !== 'AuthRefreshDiscardedError')).toEqual([])
      const users = await Promise.all(tabs.map(tab => tab.auth.getUser()))
      expect(users.map(({ error }) => error)).toEqual([null, null, null, null])
    }
    const stored = await Promise.all(tabs.map(tab => tab.auth.getSession()))
    expect(new Set(stored.map(({ data }) => data.session?.refresh_token)).size).toBe(1)
  })

  test('opened anew find the session, and none after signing out in another', async () => {
    const { browser, first } = await signedIn()
    expect((await browser.tab().auth.getUser()).error).toBeNull()
    const events: string[] = []
    first.auth.onAuthStateChange(event => void events.push(event))
    expect((await first.auth.signOut()).error).toBeNull()
    expect(events.at(-1)).toBe('SIGNED_OUT')
    expect((await browser.tab().auth.getSession()).data.session).toBeNull()
    expect((await browser.tab().auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  test('of a session that was ended elsewhere are told so, and forget it', async () => {
    const { email, browser } = await signedIn()
    await (await app.enter(email)).client.auth.signOut({ scope: 'global' })
    const tab = browser.tab()
    expect((await tab.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await tab.auth.getSession()).data.session).toBeNull()
  })

  test('keep the session while the server is away', async () => {
    const { browser } = await signedIn()
    const offline = browser.tab('http://127.0.0.1:9')
    const { error } = await offline.auth.getUser()
    expect(error?.name).toBe('AuthRetryableFetchError')
    expect(browser.kept.size).toBeGreaterThan(0)
    expect((await browser.tab().auth.getUser()).error).toBeNull()
  })
})

describe('claims', () => {
  test('are verified by the client itself, before and after the keys have changed', async () => {
    const { browser, first } = await signedIn()
    const before = await first.auth.getClaims()
    expect(before.error).toBeNull()
    await rotateKeys(app.db, secret)
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 31 * 60_000))
    const { error } = await first.auth.refreshSession()
    expect(error).toBeNull()
    const after = await browser.tab().auth.getClaims()
    expect(after.error).toBeNull()
    expect(after.data?.header.kid).not.toBe(before.data?.header.kid)
    expect((await first.auth.getUser()).error).toBeNull()
  })
})
