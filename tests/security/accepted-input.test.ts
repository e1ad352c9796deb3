// Values of the right shape that nobody sends in earnest, in every field of every write: what may succeed breaks nothing.
import { afterAll, describe, expect, test } from 'vitest'
import { openAnyCall } from '#tests/support/any-call.ts'
import { faultOf } from '#tests/support/problems.ts'
import { sampleOf, shapeOf } from '#tests/support/samples.ts'
import { wrongValues } from '#tests/support/wrong-values.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const { app, known, insidersOf, send } = await openAnyCall()
afterAll(() => app.stop())

const writes = app.calls
  .filter(call => call.endpoint.method !== 'GET')
  .map(call => ({ ...call, name: `${call.endpoint.method} ${call.endpoint.path}` }))

describe.each(writes)('$name', ({ endpoint, kind }) => {
  test('bears what its schema lets through', async () => {
    const sample = sampleOf(endpoint, 'body', known)
    const twice = (value: unknown) => (Array.isArray(value) ? [[...value, ...value]] : [])
    for (const [field] of shapeOf(endpoint.body).fields)
      for (const value of [...wrongValues, ...twice(sample[field])]) {
        const body = { ...sample, [field]: value }
        if (!endpoint.body.safeParse(body).success) continue
        for (const token of insidersOf({ kind })) {
          const answer = await send(endpoint, { token, payload: JSON.stringify(body) })
          const isAccepted = answer.statusCode === 200
          expect(isAccepted ? null : faultOf(answer), `${field}: ${JSON.stringify(value)}`).toBeNull()
        }
      }
    expect(await brokenInvariants(app)).toEqual({})
  })
})
