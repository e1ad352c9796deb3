// An id has one form: whoever writes one in capitals names the same person, and passes no check by it.
import { afterAll, afterEach, expect, test } from 'vitest'
import { dayFromInstant } from '#kernel/day.ts'
import { newId } from '#kernel/ids.ts'
import { clock } from '#server/clock.ts'
import { refused } from '#tests/support/batches.ts'
import { makeCast, ordersOf } from '#tests/support/cast.ts'
import { startWhole } from '#tests/support/product.ts'
import { knownOf, sampleOf } from '#tests/support/samples.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const app = await startWhole()
const cast = await makeCast(app, 'mayusculas')
const orders = ordersOf(app, cast)
const known = knownOf(cast, { documentId: 'DOC-001', fileId: newId() })
afterEach(async () => expect(await brokenInvariants(app)).toEqual({}))
afterAll(() => app.stop())

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
const idsIn = (value: unknown): string[] => JSON.stringify(value).match(uuid) ?? []
const shouting = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(uuid, id => id.toUpperCase()))

test.each(app.calls.map(({ endpoint }) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` })))(
  '$name reads every id in lower case',
  ({ endpoint }) => {
    for (const part of ['params', 'query', 'body'] as const) {
      const sample = sampleOf(endpoint, part, known)
      // A place in a list is opaque: the server made it.
      const { after: _place, ...rest } = sample
      const written = idsIn(rest)
      const read = endpoint[part].safeParse({ ...sample, ...Object(shouting(rest)) })
      expect(read.success, part).toBe(true)
      const found = idsIn(read.data)
      expect(found, part).toEqual(found.map(id => id.toLowerCase()))
      expect(found.toSorted(), part).toEqual(expect.arrayContaining(written.toSorted()))
    }
  },
)

const loud = (id: string | undefined) => (id ?? '').toUpperCase()
const [giverId = '', otherId = ''] = cast.approverIds
const today = dayFromInstant(clock.now(), 'Europe/Madrid')

test('a second substitute, and a loop, are refused however the giver is written', async () => {
  const make = (fromId: string, toId: string) =>
    orders.post('/api/delegations', cast.admin, { fromId, toId, startsOn: today, endsOn: today })
  expect((await make(giverId, otherId)).status).toBe(200)
  expect(refused(await make(loud(giverId), cast.executorId))).toBe('already_substituted')
  expect(refused(await make(loud(otherId), giverId))).toBe('delegation_loop')
  expect(refused(await make(otherId, loud(otherId)))).toBe('person_not_eligible')
})

test('a seat goes to no author of its order, and nobody to approve and to execute', async () => {
  const id = await orders.submit()
  const [seat] = (await orders.card(id)).stages[0].seats
  const given = await orders.post(
    `/api/documents/${id}/approvals/${loud(seat.id)}/reassignment`,
    cast.admin,
    {
      revision: 1,
      userId: loud(cast.clientId),
      reason: 'Vacaciones',
    },
  )
  expect(refused(given)).toBe('substitute_is_author')
  const left = await orders.post(`/api/people/${loud(seat.approverId)}/departure`, cast.admin, {
    seats: [{ seatId: loud(seat.id), substituteId: loud(cast.clientId) }],
  })
  expect(refused(left)).toBe('substitute_is_author')
  const everywhere = await app.ask(`/api/people/${loud(cast.executorId)}/permissions`, {
    method: 'PUT',
    as: cast.admin,
    body: { permissions: ['approve'] },
  })
  expect(everywhere.body).toMatchObject({ type: '/problems/approver_is_executor' })
  const both = { approverIds: [loud(giverId), loud(otherId)], executorIds: [giverId] }
  const people = await app.ask(`/api/projects/${cast.projectId}/people`, {
    method: 'PUT',
    as: cast.admin,
    body: both,
  })
  expect(people.body).toMatchObject({ type: '/problems/approver_is_executor' })
})
