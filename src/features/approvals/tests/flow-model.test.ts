// Random flows, policies and lives of orders over HTTP, against a model that was written from the policy and knows
// nothing of the program. A failure prints its seed; MODEL_SEED replays it and MODEL_RUNS makes it longer.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seatDeputy } from '#features/approvals/commands/seat-deputies.ts'
import { clock } from '#server/clock.ts'
import { sql } from '#server/database/sql.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { Model, onlookers } from '#tests/support/flow-model.ts'
import { amountsOf, modelRates, type Tolerated } from '#tests/support/flow-model-budget.ts'
import { firstBudget } from '#tests/support/flow-model-centres.ts'
import {
  beginPlace,
  besideWhom,
  forgetTries,
  type Place,
  toleranceSent,
  writtenRules,
} from '#tests/support/flow-model-place.ts'
import { previewsIn } from '#tests/support/flow-model-previews.ts'
import type { ModelOrder, ModelRule, World } from '#tests/support/flow-model-words.ts'
import { type Move, move, rules, type Step, type Turn } from '#tests/support/flow-moves.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
/** Two approve in the project, three only by a rule, and the last owns the budget. */
const tokens: string[] = []
const ids: string[] = []
/** The two administrators. */
const administrators: (string | undefined)[] = []

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'flujos')
  ids.push(...cast.approverIds)
  tokens.push(...cast.approvers)
  for (const name of ['tres', 'cuatro', 'cinco', 'olga']) {
    const email = `${name}.flujos@pruebas.example`
    ids.push(await app.person(cast.companyId, 'approver', email, { name }))
    tokens.push(await app.signIn(email))
  }
  for (const who of onlookers)
    await ask(`/api/people/${ids[who]}/permissions`, 'PUT', { permissions: ['view'] })
  // A slow machine outlives two minutes.
  await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body: { undoMinutes: 15 } })
  await ask('/api/company/budget-owners', 'PUT', { userIds: [ids[5]] })
  await app.person(cast.companyId, 'admin', cast.address('jefa'))
  administrators.push(cast.admin, await app.signIn(cast.address('jefa')))
})
afterAll(() => app.stop())

async function ask(path: string, method: 'GET' | 'POST' | 'PUT', body?: object, as = cast.admin) {
  return app.ask(path, { method, as, ...(body ? { body } : {}) })
}

async function publish(place: Place, made: readonly ModelRule[]) {
  const body = { revision: null, rules: writtenRules(place, ids, made) }
  const saved = await ask('/api/flows/draft', 'PUT', body)
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  const sent = await ask('/api/flows/publications', 'POST', { revision: saved.body.revision })
  if (sent.status === 409)
    await app.ask('/api/flows/draft', { method: 'DELETE', as: cast.admin, body: { revision: 1 } })
}

const setForcing = (isOn: boolean, as: string | undefined) =>
  app.ask('/api/company/settings', { method: 'PATCH', as, body: { forcedDecisions: isOn } })

const enterRate = ({ text }: World['rate']) =>
  ask('/api/exchange-rates', 'POST', { currency: 'USD', rate: text, holdsFrom: dayFromToday() })

type Terms = Pick<World, 'policy' | 'tolerated' | 'opening'>

async function run({ policy, tolerated, opening }: Terms, moves: readonly Move[]): Promise<void> {
  const place = await beginPlace(app, cast, { policy, tolerated, opening })
  const { contractId, projectId, providerId, centres } = place
  await app.tamper(sql`update account set password_given = false where id = any (${ids}::uuid[])`)
  await setForcing(false, cast.admin)
  const [rate] = modelRates
  expect((await enterRate(rate)).status).toBe(200)
  await publish(place, [])
  const model = new Model({ policy, tolerated, opening, rate, total: 100, budgets: [firstBudget, null] })
  const content = ({ amount, centre }: Pick<ModelOrder, 'amount' | 'centre'>) => ({
    ...cast.order,
    projectId,
    providerId,
    amountMinor: String(amount),
    costCentreId: centre === null ? null : centres.ids[centre],
  })
  const orders = ordersOf(app, { ...cast, projectId, order: { ...cast.order, projectId, providerId } })
  const contract = { revision: 1 }
  const tolerance = toleranceSent(tolerated)
  const { preview, comesTrue } = previewsIn(app, cast, projectId, ids[2])
  const known: (ModelOrder & { id: string })[] = []
  const aimed = (step: Move): Move => {
    const isAimed = (step.do === 'decide' || step.do === 'add') && step.apt
    const one = isAimed ? known.at(-1 - step.order) : undefined
    const waiting = one ? model.waiting(one) : []
    return isAimed && waiting.length > 0
      ? { ...step, who: waiting[step.who % waiting.length] ?? step.who }
      : step
  }
  const play = async (step: Step, one: Pick<(typeof known)[number], 'id' | 'revision' | 'author'>) => {
    const path = `/api/documents/${one.id}`
    const { revision } = one
    const author = authorToken(one)
    switch (step.do) {
      case 'decide':
        return orders.decide(one.id, tokens[step.who], step.how, {
          revision,
          ...(step.silent ? {} : { comment: 'Porque sí' }),
        })
      case 'undo':
        return orders.post(`${path}/undoing`, tokens[step.who], { revision })
      case 'add':
        return orders.post(`${path}/approvers`, tokens[step.who], {
          revision,
          userId: ids[step.whom],
          place: step.isBefore ? 'before' : 'beside',
          reason: 'Porque sí',
        })
      case 'withdraw':
        return orders.post(`${path}/withdrawal`, author, { revision })
      case 'confirm':
        return orders.confirm(one.id, cast.executor, { revision })
      case 'cancel':
        return orders.post(`${path}/cancellation`, cast.admin, { revision, reason: 'No procede' })
      case 'correct':
        return ask(path, 'PUT', { ...content(step), revision }, author)
      case 'force': {
        const body = { revision, decision: step.how, reason: 'Nadie contesta desde hace un mes' }
        return orders.post(`${path}/forced-decision`, administrators[step.by], body)
      }
      case 'amend': {
        const body = { revision: contract.revision, totalMinor: String(step.total), reason: 'Ajuste' }
        return orders.post(`/api/contracts/${contractId}/amendments`, cast.admin, body)
      }
    }
  }
  const compare = async (one: (typeof known)[number], step: Exclude<Step, { do: 'amend' }>) => {
    const { id, revision, author } = one
    const said =
      step.do === 'correct' ? await preview(authorToken(one), { ...content(step), documentId: id }) : null
    const status = model.play(one, step)
    const answer = await play(step, { id, revision, author })
    expect([step, id, answer.status]).toEqual([step, id, status])
    if (step.do === 'correct' && status === 200) await comesTrue(id, said)
  }
  const turn = async (step: Turn): Promise<void> => {
    switch (step.do) {
      case 'contract': {
        const ends = { startsOn: '2020-01-01', endsOn: step.isOn ? '2090-12-31' : dayFromToday(-2) }
        const { revision } = contract
        const terms = { description: 'Modelo', overrunPolicy: policy, tolerance, revision, ...ends }
        expect((await ask(`/api/contracts/${contractId}`, 'PUT', terms)).status).toBe(200)
        contract.revision++
        return model.turnContract(step.isOn)
      }
      case 'provider':
        await app.tamper(sql`update provider set status = ${step.isOn ? 'active' : 'inactive'}
          where company_id = ${cast.companyId} and id = ${providerId}`)
        return model.turnProvider(step.isOn)
      case 'trust':
        await app.tamper(sql`update account set password_given = ${!step.isOn} where id = ${ids[step.who]}`)
        return model.turnHands(step.who, !step.isOn)
      case 'forcing':
        expect((await setForcing(step.isOn, administrators[step.by])).status).toBe(200)
        return model.forcing.allow(step.isOn, step.by)
    }
  }
  /** Nobody decides the order for days: its deputies are asked, each beside one who waits. */
  const delay = async (one: (typeof known)[number]) => {
    const asked = model.delayed(one)
    const now = vi.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 9 * 86_400_000))
    for (const at of one.stages.keys())
      await asSystem(app.db, cast.companyId, tx => seatDeputy(tx, { documentId: one.id, stage: at + 1 }))
    now.mockRestore()
    for (const { stage, deputy, waiting } of asked) {
      const at = { documentId: one.id, stage: one.stages.indexOf(stage) + 1 }
      const beside = ids.indexOf(await besideWhom(app, cast, at))
      expect([one.id, waiting]).toEqual([one.id, expect.arrayContaining([beside])])
      stage.seats.push({ who: deputy, status: 'pending', beside })
    }
    await forgetTries(app, cast, one.id)
  }
  const decline = async (step: Move & { do: 'decline' }) => {
    const some = step.orders.flatMap(each => known.at(-1 - each) ?? [])
    if (some.length === 0) return
    const comment = step.silent ? null : 'Porque sí'
    const items = some.map(({ id, revision }) => ({ documentId: id, revision, comment }))
    const expected = some.map(one =>
      model.play(one, { ...step, do: 'decide' }) === 200 ? 'decided' : 'refused',
    )
    const body = { decision: step.how, items }
    const answer = await orders.post('/api/approvals/bulk-declining', tokens[step.who], body)
    const outcomes = answer.body.items.map((each: { outcome: string }) => each.outcome)
    expect([step, outcomes]).toEqual([step, expected])
  }
  const centresAgree = async () => {
    for (const centre of [0, 1] as const)
      expect(await centres.sums(centre)).toEqual(amountsOf(model.ordersOf(centre)))
  }
  for (const move of moves) {
    await centresAgree()
    const step = aimed(move)
    if ('isOn' in step) {
      await turn(step)
    } else if (step.do === 'publish') {
      await publish(place, step.rules)
      model.publish(step.rules)
    } else if (step.do === 'submit') {
      const { amount, centre, author } = step
      const made = model.submit({ amount, centre, author })
      const said = await preview(authorToken(step), content(step))
      const answer = await orders.post('/api/documents', authorToken(step), content(step))
      expect([step, answer.status]).toEqual([step, made ? 200 : 409])
      if (!made) continue
      known.push(Object.assign(made, { id: String(answer.body.id) }))
      await comesTrue(answer.body.id, said)
    } else if (step.do === 'rate') {
      expect((await enterRate(step.rate)).status).toBe(200)
      model.say(step.rate)
    } else if (step.do === 'budget') {
      const status = model.budget(step.centre, step.total)
      expect([step, await centres.setBudget(step.centre, step.total)]).toEqual([step, status])
    } else if (step.do === 'decline') {
      await decline(step)
    } else if (step.do === 'amend') {
      const status = model.amend(step.total)
      expect([step, (await play(step, { id: '', revision: 1, author: null })).status]).toEqual([step, status])
      if (status === 200) contract.revision++
    } else {
      const one = known.at(-1 - step.order)
      if (!one) continue
      if (step.do === 'delay') await delay(one)
      else if (step.do !== 'finish') await compare(one, step)
      else
        for (let [who] = model.deciding(one), left = 24; who !== undefined && left > 0; left--) {
          await compare(one, { ...inTurn, order: step.order, who })
          ;[who] = model.deciding(one)
        }
    }
  }
  for (const one of known) {
    const card = await orders.card(one.id)
    const seats = card.stages.flatMap((each: { seats: { status: string }[] }) => each.seats)
    const shown = { state: card.state, revision: card.revision, seats: statusesIn(seats) }
    const { state, revision } = one
    expect(shown).toEqual({ state, revision, seats: statusesIn(one.stages.flatMap(each => each.seats)) })
  }
  await centresAgree()
  const [asked, committed, used = 0] = amountsOf(model.orders)
  expect((await orders.balance(contractId)).slice(1)).toEqual([asked, committed, used + opening])
}

const authorToken = ({ author }: Pick<ModelOrder, 'author'>) =>
  author === null ? cast.client : administrators[author]

const inTurn = { do: 'decide', how: 'approve', apt: true, silent: false } as const

const statusesIn = (seats: readonly { status: string }[]) => seats.map(seat => seat.status).toSorted()

test('any orders under any flow and any policy go as the policy says, step by step, and break no truth', {
  timeout: 3_600_000,
}, async () => {
  const seed = process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {}
  const numRuns = Number(process.env.MODEL_RUNS ?? 20)
  // The longer it runs the more there is to look at: not after every run, and once more at the end.
  let runs = 0
  const terms = fc.record<Terms>({
    policy: fc.constantFrom('avisar', 'requiere_aprobacion', 'bloquear'),
    tolerated: fc.constantFrom<Tolerated>(null, 4, 40),
    opening: fc.constantFrom(0, 9),
  })
  await fc.assert(
    fc.asyncProperty(
      terms,
      rules,
      fc.array(move, { minLength: 30, maxLength: 30 }),
      async (agreed, first, moves) => {
        await run(agreed, [
          { do: 'publish', rules: first },
          { do: 'forcing', by: 0, isOn: true },
          // So much that little is left of the contract.
          { do: 'submit', amount: 40, centre: 0, author: null },
          { do: 'submit', amount: 50, centre: null, author: null },
          { do: 'finish', order: 0 },
          ...moves,
        ])
        if (runs++ % 20 === 0) expect(await brokenInvariants(app)).toEqual({})
      },
    ),
    { numRuns, ...seed },
  )
  expect(await brokenInvariants(app)).toEqual({})
})
