import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

// The official client brings them, unmodified: an update that changes them is noticed here.
const required = createRequire(import.meta.url)
const folder = path.dirname(required.resolve('@supabase/auth-js'))

test('the session is looked at every 30 s and renewed in its last three ticks; keys are kept for ten minutes', () => {
  expect(required(path.join(folder, 'lib/constants.js'))).toMatchObject({
    AUTO_REFRESH_TICK_DURATION_MS: 30_000,
    AUTO_REFRESH_TICK_THRESHOLD: 3,
    JWKS_TTL: 600_000,
  })
})

test('a renewal that fails is tried again after 200 ms and ever later, for less than one tick', () => {
  const source = fs.readFileSync(path.join(folder, 'GoTrueClient.js'), 'utf8')
  expect(source).toContain('200 * Math.pow(2, attempt - 1)')
  expect(source).toMatch(/nextBackOffInterval - startedAt < \w+\.AUTO_REFRESH_TICK_DURATION_MS/)
})
