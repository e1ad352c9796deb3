// Random lives of orders that many hands touch: whoever wrote or decided, in their own name or another's, never pays,
// and whoever wrote never decides; nor does anybody whose account may be in other hands, nor who was only invited.
// Ids are written in capitals now and then, and orders sent to another provider's contract. A failure prints its seed; MODEL_SEED replays it and MODEL_RUNS makes it longer.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mountBatches } from '#features/executions/api/batches.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { secret, type TestApp } from '#tests/support/app.ts'
import { batchesOf, payFrom } from '#tests/support/batches.ts'
import { type Cast, makeCast, startProduct } from '#tests/support/cast.ts'
import { brokenInvariants } from '#verify/invariants.ts'

type Person = { readonly id: string; readonly token: string }

let app: TestApp
let cast: Cast
let batches: ReturnType<typeof batchesOf>
let batched = ''
let people: readonly Person[] = []
/** Works in another company, was invited into this one, and has not accepted. */
let invited: Person
let othersContract = ''

beforeAll(async () => {
  app = await startProduct({ mount: ({ http, db }) => mountBatches(http, { db, secret }) })
  cast = await makeCast(app, 'manos')
  await payFrom(app, cast)
  batches = batchesOf(app, cast, () => [batched])
  const substitute = await app.person(cast.companyId, 'approver', cast.address('relevo'), { name: 'Relevo' })
  const writer = await app.person(cast.companyId, 'admin', cast.address('redacta'), { name: 'Redacta' })
  // One approver administers too: who may write what they approve.
  await app.tamper(sql`update account set role = 'admin' where id = ${cast.approverIds[0]}`)
  people = [
    { id: cast.approverIds[0] ?? '', token: await app.signIn(cast.address('aprueba0')) },
    { id: cast.approverIds[1] ?? '', token: cast.approvers[1] ?? '' },
    { id: substitute, token: await app.signIn(cast.address('relevo')) },
    { id: writer, token: await app.signIn(cast.address('redacta')) },
    { id: cast.executorId, token: cast.executor },
  ]
  const away = await app.company('enterprise', 'Otra')
  const id = await app.person(away, 'approver', cast.address('invitada'), { name: 'Invitada' })
  invited = { id, token: await app.signIn(cast.address('invitada')) }
  const invitation = {
    name: 'Invitada',
    lastName: 'Pérez',
    email: cast.address('invitada'),
    role: 'approver',
  }
  expect((await batches.orders.post('/api/people', cast.admin, invitation)).status).toBe(200)
  othersContract = await contractOfAnother()
})

/** A contract of the same project that pays somebody else. */
async function contractOfAnother(): Promise<string> {
  const providerId = await cast.make('/api/providers', { name: 'Otra obra', clientIds: [cast.clientId] })
  const id = await cast.make('/api/contracts', {
    type: 'proveedor',
    clientId: cast.clientId,
    providerId,
    description: 'De otra',
    totalMinor: '999999',
    currency: 'EUR',
    startsOn: '2020-01-01',
    endsOn: '2090-12-31',
  })
  await app.tamper(sql`insert into project_contract (company_id, project_id, contract_id, main)
    values (${cast.companyId}, ${cast.projectId}, ${id}, false)`)
  return id
}
afterAll(() => app.stop())

const who = fc.nat(4)
const move = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      who,
      how: fc.constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'return' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('rewrite' as const), who: fc.nat(5), elsewhere: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delegate' as const),
      from: fc.nat(1),
      to: who,
      isLoud: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('hands' as const), who, isFresh: fc.constantFrom(false, true) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('invited' as const),
      tries: fc.constantFrom('decide' as const, 'pay' as const, 'stand in' as const, 'be named' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('permit' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), who, inBatch: fc.boolean() }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer Made> ? Made : never

type Life = {
  id: string
  revision: number
  authors: Set<string>
  hands: Set<string>
  mandates: string[]
  fresh: Set<string>
}

const permissionsOf = async (userId: string, isExecutor: boolean) => {
  if (isExecutor)
    await app.tamper(sql`insert into project_permission (company_id, project_id, user_id, permission)
      values (${cast.companyId}, ${cast.projectId}, ${userId}, 'view'),
        (${cast.companyId}, ${cast.projectId}, ${userId}, 'execute') on conflict do nothing`)
  else if (userId !== cast.executorId)
    await app.tamper(
      sql`delete from project_permission where company_id = ${cast.companyId} and user_id = ${userId}`,
    )
}

/** Approver of the seat that was just decided. */
async function principalOf(life: Life, decider: string): Promise<string> {
  const card = await batches.orders.card(life.id, cast.admin)
  const seats: { approverId: string; decidedByName: string | null; status: string }[] = card.stages.flatMap(
    (stage: { seats: object[] }) => stage.seats,
  )
  const decided = seats.filter(({ status }) => status === 'approved' || status === 'returned')
  return (
    decided.find(({ approverId }) => approverId === decider)?.approverId ??
    decided.find(({ decidedByName }) => decidedByName !== null)?.approverId ??
    decider
  )
}

async function apply(life: Life, step: Move): Promise<void> {
  const { orders } = batches
  switch (step.do) {
    case 'decide': {
      const { id, token } = people[step.who] ?? expect.fail()
      const over = { revision: life.revision, comment: 'Por norma' }
      const answer = await orders.decide(life.id, token, step.how, over)
      if (answer.status !== 200) return
      expect(life.fresh.has(id), 'an untrusted account decided').toBe(false)
      const giver = await principalOf(life, id)
      for (const hand of [id, giver]) {
        expect(life.authors.has(hand), 'an author decided').toBe(false)
        life.hands.add(hand)
      }
      return
    }
    case 'rewrite': {
      const person = people[step.who] ?? { id: cast.clientId, token: cast.client }
      const charged = step.elsewhere ? { contractId: othersContract } : {}
      const body = { ...cast.order, ...charged, revision: life.revision }
      const answer = await app.ask(`/api/documents/${life.id}`, { method: 'PUT', as: person.token, body })
      if (answer.status !== 200) return
      expect(step.elsewhere, 'charged to the contract of another provider').toBe(false)
      life.revision += 1
      life.authors.add(person.id)
      return
    }
    case 'delegate': {
      const today = dayFromInstant(clock.now(), 'Europe/Madrid')
      const written = (id = '') => (step.isLoud ? id.toUpperCase() : id)
      const [from, to] = [written(people[step.from]?.id), written(people[step.to]?.id)]
      const body = { fromId: from, toId: to, startsOn: today, endsOn: today }
      const answer = await orders.post('/api/delegations', cast.admin, body)
      if (answer.status === 200) life.mandates.push(answer.body.id)
      return
    }
    case 'end':
      await endAll(life)
      return
    case 'permit':
      await permissionsOf(people[step.who]?.id ?? '', true)
      return
    case 'hands': {
      const { id } = people[step.who] ?? expect.fail()
      await app.tamper(sql`update account set password_given = ${step.isFresh} where id = ${id}`)
      if (step.isFresh) life.fresh.add(id)
      else life.fresh.delete(id)
      return
    }
    case 'invited':
      expect(await triedByInvited(life, step.tries), step.tries).toBeGreaterThanOrEqual(400)
      return
    case 'pay': {
      const { id, token } = people[step.who] ?? expect.fail()
      batched = life.id
      const answer = step.inBatch
        ? await batches.make(token)
        : await orders.confirm(life.id, token, { revision: life.revision })
      if (answer.status === 200)
        expect(
          life.authors.has(id) || life.hands.has(id) || life.fresh.has(id),
          'a hand of the order, or an untrusted account, paid it',
        ).toBe(false)
    }
  }
}

/** The status of what somebody tries, or is tried with them, who has not accepted the invitation. */
async function triedByInvited(life: Life, tries: (Move & { do: 'invited' })['tries']): Promise<number> {
  const { orders } = batches
  const today = dayFromInstant(clock.now(), 'Europe/Madrid')
  switch (tries) {
    case 'decide':
      return (await orders.decide(life.id, invited.token, 'approve', { revision: life.revision })).status
    case 'pay':
      return (await orders.confirm(life.id, invited.token, { revision: life.revision })).status
    case 'stand in': {
      const body = { fromId: people[1]?.id, toId: invited.id, startsOn: today, endsOn: today }
      return (await orders.post('/api/delegations', cast.admin, body)).status
    }
    case 'be named': {
      const path = `/api/projects/${cast.projectId}/permissions/${invited.id}`
      const body = { permissions: ['view', 'approve'] }
      return (await app.ask(path, { method: 'PUT', as: cast.admin, body })).status
    }
  }
}

async function endAll(life: Life): Promise<void> {
  for (const mandate of life.mandates)
    await app.ask(`/api/delegations/${mandate}/end`, { method: 'POST', as: cast.admin })
  life.mandates = []
}

const approvedBy = (...deciders: number[]): Move[] =>
  deciders.map(decider => ({ do: 'decide', who: decider, how: 'approve' }))
/** Always among them: approved by both, and by one of them and a substitute. */
const examples: [Move[]][] = [
  [approvedBy(0, 1)],
  [[{ do: 'delegate', from: 0, to: 2, isLoud: true }, ...approvedBy(2, 1)]],
]

const runs = Number(process.env.MODEL_RUNS ?? 25)
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) }

it('whoever wrote an order or decided on it never pays it, and whoever wrote it never decides', {
  timeout: 600_000,
}, async () => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 16 }), async moves => {
      for (const { id } of people) await permissionsOf(id, false)
      const id = await batches.orders.submit()
      const life: Life = {
        id,
        revision: 1,
        authors: new Set([cast.clientId]),
        hands: new Set(),
        mandates: [],
        fresh: new Set(),
      }
      await app.tamper(sql`update account set password_given = false where id <> ${invited.id}`)
      for (const step of moves) await apply(life, step)
      await endAll(life)
      for (const at of people.keys()) await apply(life, { do: 'hands', who: at, isFresh: false })
      // Of what was approved, everybody who has a hand in it tries to pay; whoever has none does.
      const { state, paymentBatchId } = await batches.orders.card(id)
      for (const [at, { id: userId }] of people.entries()) {
        await permissionsOf(userId, true)
        const hasHand = life.hands.has(userId) || life.authors.has(userId)
        for (const inBatch of hasHand ? [true, false] : []) await apply(life, { do: 'pay', who: at, inBatch })
      }
      if (state === 'approved' && paymentBatchId === null && !life.hands.has(cast.executorId)) {
        const answer = await batches.orders.confirm(id, cast.executor, { revision: life.revision })
        expect(answer.status).toBe(200)
        paid += 1
      }
      expect(await brokenInvariants(app)).toEqual({})
    }),
    { numRuns: runs, examples, ...seed },
  )
  if (process.env.MODEL_SEED === undefined) expect(paid).toBeGreaterThan(0)
})
