import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let origin: string
let company: string

beforeAll(async () => {
  app = await startApp()
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  company = await app.company()
  await app.person(company, 'admin', 'ana@norte.example')
})
afterAll(() => app?.stop())

function browser() {
  return createClient(origin, 'sb_publishable_test', {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

test('smoke', async () => {
  const client = browser()
  const { data, error } = await client.auth.signInWithPassword({ email: 'ana@norte.example', password })
  console.log(data, error)
  console.log(await client.auth.getUser(), await client.auth.refreshSession(), await client.auth.getClaims())
  console.log(await client.auth.signOut())
  console.log(await client.auth.signInWithPassword({ email: 'ana@norte.example', password: 'x' }))
  expect(1).toBe(1)
})
