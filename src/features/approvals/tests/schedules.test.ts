// Invariants under every interleaving of two or three concurrent requests. `SCHEDULES=all` walks every interleaving
// of two, and a thousand of three.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { payFrom } from '#tests/support/batches.ts'
import { type Cast, type CastOptions, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { nextPayDay } from '#tests/support/days.ts'
import { allSchedules, scheduler, someOf } from '#tests/support/schedules.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let together: ReturnType<typeof scheduler>
beforeAll(async () => {
  app = await startProduct()
  together = scheduler(app)
})
afterAll(async () => {
  expect(await brokenInvariants(app)).toEqual({})
  await app.stop()
})

const stepsEach = 4
const perPair = process.env.SCHEDULES === 'all' ? 1000 : 14
const schedules = (requests: number) => someOf(allSchedules(Array(requests).fill(stepsEach)), perPair)

type Orders = ReturnType<typeof ordersOf>
type Scene = { readonly cast: Cast; readonly orders: Orders; readonly ids: readonly string[] }
type Answer = { readonly status: number; readonly body: { readonly type?: string; readonly state?: string } }

type Meeting = {
  readonly promise: string
  readonly company?: CastOptions
  /** Orders that the requests compete for, created anew for each schedule. */
  readonly given: (orders: Orders, cast: Cast) => Promise<readonly string[]>
  readonly requests: readonly ((scene: Scene) => Promise<Answer>)[]
  readonly leaves: (answers: readonly Answer[], scene: Scene) => Promise<void>
}

const statuses = (answers: readonly Answer[]) => answers.map(answer => answer.status).toSorted()
const stateOf = async ({ orders, ids: [id = ''] }: Scene): Promise<string> => (await orders.card(id)).state
const first = (scene: Scene) => scene.ids[0] ?? ''
const one = async (orders: Orders) => [await orders.submit()]
const toApprove = async (orders: Orders, cast: Cast) => {
  const id = await orders.submit()
  for (const approver of cast.approvers.slice(1)) await orders.decide(id, approver)
  return [id]
}
const approver =
  (index: number, decision = 'approve') =>
  (scene: Scene) =>
    scene.orders.decide(first(scene), scene.cast.approvers[index], decision)
const takeBack = (scene: Scene) => scene.orders.undo(first(scene), scene.cast.approvers.at(-1))
const cancel = (scene: Scene) => scene.orders.cancel(first(scene))
const sameAsCounted = async (scene: Scene) => {
  const { approvals, stages } = await scene.orders.card(first(scene))
  const seats: { status: string }[] = stages.flatMap((stage: { seats: object[] }) => stage.seats)
  expect(approvals.pending).toBe(seats.filter(seat => seat.status === 'pending').length)
  expect(approvals.approved).toBe(seats.filter(seat => seat.status === 'approved').length)
}

const meetings: Meeting[] = [
  {
    promise: 'the last two approvers leave the order approved',
    given: one,
    requests: [approver(0), approver(1)],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 200])
      expect(await stateOf(scene)).toBe('approved')
    },
  },
  {
    promise: 'an approval and a rejection leave it rejected',
    given: one,
    requests: [approver(0), approver(1, 'reject')],
    leaves: async (answers, scene) => {
      expect(await stateOf(scene)).toBe('rejected')
      expect(statuses(answers)).toEqual(answers[0]?.status === 200 ? [200, 200] : [200, 409])
    },
  },
  {
    promise: 'three approvers, of whom one returns it, leave it returned, and nobody is stuck',
    company: { approvers: 3 },
    given: one,
    requests: [approver(0), approver(1), approver(2, 'return')].map(
      decide => (scene: Scene) => decide(scene),
    ),
    leaves: async (_, scene) => {
      expect(['returned', 'in_approval']).toContain(await stateOf(scene))
    },
  },
  {
    promise: 'one person deciding twice decides once',
    given: one,
    requests: [approver(0), approver(0, 'reject')],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      await sameAsCounted(scene)
    },
  },
  {
    promise: 'taking it back and approving it do one of the two',
    given: one,
    requests: [
      approver(0),
      ({ orders, cast, ids: [id] }) =>
        orders.post(`/api/documents/${id}/withdrawal`, cast.client, { revision: 1 }),
    ],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe(answers[0]?.status === 200 ? 'in_approval' : 'returned')
    },
  },
  {
    promise: 'undoing an approval and the last approval leave it approved, or waiting for who undid',
    given: toApprove,
    requests: [approver(0), takeBack],
    leaves: async (answers, scene) => {
      expect(answers[0]?.status).toBe(200)
      expect(await stateOf(scene)).toBe(answers[1]?.status === 200 ? 'in_approval' : 'approved')
      await sameAsCounted(scene)
    },
  },
  {
    promise: 'two confirmations execute once',
    given: async orders => [await orders.approved()],
    requests: [0, 1].map(
      () =>
        ({ orders, cast, ids: [id = ''] }: Scene) =>
          orders.confirm(id, cast.executor),
    ),
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe('executed')
    },
  },
  {
    promise: 'confirming and cancelling do one of the two',
    given: async orders => [await orders.approved()],
    requests: [({ orders, cast, ids: [id = ''] }) => orders.confirm(id, cast.executor), cancel],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe(answers[0]?.status === 200 ? 'executed' : 'cancelled')
    },
  },
  {
    promise: 'taking back the last approval and confirming do one of the two',
    given: async orders => [await orders.approved()],
    requests: [takeBack, ({ orders, cast, ids: [id = ''] }) => orders.confirm(id, cast.executor)],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe(answers[0]?.status === 200 ? 'in_approval' : 'executed')
      await sameAsCounted(scene)
    },
  },
  {
    promise: 'taking back the last approval and putting the order into a batch do one of the two',
    given: async (orders, cast) => {
      await payFrom(app, cast)
      return [await orders.approved()]
    },
    requests: [
      takeBack,
      ({ orders, cast, ids }) =>
        orders.post('/api/payment-batches', cast.executor, { documentIds: ids, payOn: nextPayDay() }),
    ],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      const { state, paymentBatchId } = await scene.orders.card(first(scene))
      expect([state, paymentBatchId === null]).toEqual(
        answers[0]?.status === 200 ? ['in_approval', true] : ['approved', false],
      )
    },
  },
  {
    promise: 'taking back the last approval and cancelling the order do one of the two',
    given: async orders => [await orders.approved()],
    requests: [takeBack, cancel],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe(answers[0]?.status === 200 ? 'in_approval' : 'cancelled')
    },
  },
  {
    promise: 'taking back the last approval twice takes it back once',
    given: async orders => [await orders.approved()],
    requests: [takeBack, takeBack],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      expect(await stateOf(scene)).toBe('in_approval')
      await sameAsCounted(scene)
    },
  },
  {
    promise: 'two last approvals on a contract with room for one approve one',
    company: { overrunPolicy: 'bloquear', approvers: 1 },
    given: async (orders, cast) => {
      await leaveRoom(orders, cast, 20_000)
      const ids = [await orders.submit(), await orders.submit()]
      await leaveRoom(orders, cast, 10_000)
      return ids
    },
    requests: [0, 1].map(
      index =>
        ({ orders, cast, ids }: Scene) =>
          orders.decide(ids[index] ?? '', cast.approvers[0]),
    ),
    leaves: async (answers, { orders, cast, ids }) => {
      expect(statuses(answers)).toEqual([200, 409])
      const [total = 0, , committed = 0] = await orders.balance()
      expect(committed).toBe(total)
      for (const id of ids)
        await orders.post(`/api/documents/${id}/decision`, cast.approvers[0], {
          revision: 1,
          decision: 'reject',
        })
    },
  },
  {
    promise: 'two orders for what is left of a contract: one is sent',
    company: { overrunPolicy: 'bloquear', approvers: 1 },
    given: async (orders, cast) => {
      await leaveRoom(orders, cast, 10_000)
      return []
    },
    requests: [0, 1].map(
      () =>
        ({ orders, cast }: Scene) =>
          orders.post('/api/documents', cast.client, cast.order),
    ),
    leaves: async (answers, { orders, cast }) => {
      expect(statuses(answers)).toEqual([200, 409])
      for (const { body } of answers)
        if ('id' in body) await orders.decide(String(body.id), cast.approvers[0], 'reject')
    },
  },
  {
    promise: 'an approval and an amendment that leaves no room for it do one of the two',
    company: { overrunPolicy: 'bloquear' },
    given: async (orders, cast) => {
      await leaveRoom(orders, cast, 10_000)
      const { revision, totalMinor } = await amendmentFor(orders, cast, 9_999)
      return [...(await toApprove(orders, cast)), String(revision), totalMinor]
    },
    requests: [
      approver(0),
      ({ orders, cast, ids: [, revision, totalMinor] }) =>
        orders.post(`/api/contracts/${cast.payable}/amendments`, cast.admin, {
          revision: Number(revision),
          totalMinor,
          reason: 'Ajuste',
        }),
    ],
    leaves: async (answers, scene) => {
      expect(statuses(answers)).toEqual([200, 409])
      const [total = 0, , committed = 0] = await scene.orders.balance()
      expect(committed).toBeLessThanOrEqual(total)
      if (answers[0]?.status !== 200) await approver(0, 'reject')(scene)
    },
  },
]

/** Amends the contract so that this amount of it can still be approved. */
const leaveRoom = async (orders: Orders, cast: Cast, room: number): Promise<Answer> =>
  orders.post(`/api/contracts/${cast.payable}/amendments`, cast.admin, await amendmentFor(orders, cast, room))

async function amendmentFor(orders: Orders, cast: Cast, room: number) {
  const dossier = await app.ask(`/api/contracts/${cast.payable}/dossier`, { as: cast.admin })
  const revision: number = dossier.body.revision
  const [, , committed = 0, used = 0] = await orders.balance()
  return { revision, totalMinor: String(committed + used + room), reason: 'Ajuste' }
}

describe.each(meetings)('$promise', ({ company = {}, given, requests, leaves }) => {
  it('in whatever order they meet', { timeout: 1_200_000 }, async () => {
    const cast = await makeCast(app, `turnos${Math.random().toString(36).slice(2, 8)}`, company)
    const orders = ordersOf(app, cast)
    for (const schedule of schedules(requests.length)) {
      const scene = { cast, orders, ids: await given(orders, cast) }
      const answers = await together.run(
        requests.map(request => () => request(scene)),
        schedule,
      )
      const context = `schedule ${schedule.join('')}`
      expect(
        answers.every(answer => answer.status < 500),
        context,
      ).toBe(true)
      await leaves(answers, scene)
    }
  })
})
