import { expect, test } from 'vitest'
import { openPasswords } from '#server/auth/passwords.ts'
import { makeSecret } from '#server/auth/secret-keys.ts'
import { ProblemError } from '#server/problems.ts'

const passwords = openPasswords(makeSecret('one secret of at least thirty-two characters'))

test('a right password verifies and a wrong one does not', async () => {
  const stored = await passwords.hash('contraseña ñ 🔑')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, 'contraseña ñ 🔑')).toBe(true)
  expect(await passwords.verify(stored, 'contraseña ñ 🔒')).toBe(false)
  expect(passwords.isOutdated(stored)).toBe(false)
  expect(passwords.isOutdated('$argon2id$v=19$m=4096,t=2,p=1$c29tZXNhbHRzYWx0$kYRY4+0GVyVpiYKPUSZ6gQ')).toBe(
    true,
  )
})

test('a stolen database is no use without the secret', async () => {
  const stored = await passwords.hash('clave')
  const elsewhere = openPasswords(makeSecret('another secret of at least thirty-two characters'))
  expect(await elsewhere.verify(stored, 'clave')).toBe(false)
})

test('nobody’s password is wrong after the same work', async () => {
  await passwords.verify(null, 'warm')
  const stored = await passwords.hash('clave')
  const timed = async (against: string | null) => {
    const start = performance.now()
    expect(await passwords.verify(against, 'x')).toBe(false)
    return performance.now() - start
  }
  // The quickest of many, taken in turns: what the work itself costs, whatever else the machine does.
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < 30; turn++) {
    known = Math.min(known, await timed(stored))
    unknown = Math.min(unknown, await timed(null))
  }
  expect(unknown / known).toBeGreaterThan(0.5)
  expect(unknown / known).toBeLessThan(2)
})

test('past the end of the queue people are told to come back, and the queue recovers', async () => {
  const small = openPasswords(makeSecret('one secret of at least thirty-two characters'), {
    running: 1,
    waiting: 2,
  })
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => small.hash('clave')))
  const refused = tries.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(7)
  for (const turn of refused) {
    expect(turn).toMatchObject({ reason: expect.any(ProblemError) })
    expect(turn).toMatchObject({ reason: { retryAfterSeconds: 2, problem: { status: 503 } } })
  }
  expect(await small.hash('clave')).toMatch(/^\$argon2id/)
})
