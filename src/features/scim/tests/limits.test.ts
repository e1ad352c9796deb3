// The directory is counted as every other program, and told so in its own form.
import { afterAll, expect, test } from 'vitest'
import { startWhole } from '#tests/support/product.ts'
import { errorSchema, makeDirectory } from '#tests/support/scim-desk.ts'

const app = await startWhole({ relaxedLimits: false })
afterAll(() => app.stop())

test('answers tell how many calls are left, and one too many is refused with the time to wait', async () => {
  const { call } = await makeDirectory(app, 'contada')
  expect((await call('GET', '/Users?count=0')).headers.ratelimit).toMatch(/"token";r=599/)
  const asked: Awaited<ReturnType<typeof call>>[] = []
  // Twenty at once: of six hundred, some would wait for a connection until they are told to try again.
  for (let lot = 0; lot < 30; lot++)
    asked.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => call('GET', '/ServiceProviderConfig')))),
    )
  const refused = asked.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.body).toMatchObject({ schemas: [errorSchema], status: '429' })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
})
