// Random lives of orders over HTTP, against a model that knows only the policy. A failure prints its seed;
// MODEL_SEED replays it and MODEL_RUNS makes it longer.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineFromBase } from '#features/documents/rules/breakdown.ts'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, makeCast, ordersOf, startProduct } from '#tests/support/cast.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { type Move, move, type Step } from '#tests/support/life-moves.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let app: TestApp
let cast: Cast
let orders: ReturnType<typeof ordersOf>
/** The project's approvers, and a colleague whom they may add to an order. */
const deciders: (string | undefined)[] = []
const colleague = 2
let colleagueId: string
/** An administrator who forces what another one lets be forced. */
let forcer: string | undefined

beforeAll(async () => {
  app = await startProduct()
  cast = await makeCast(app, 'modelo')
  orders = ordersOf(app, cast)
  colleagueId = await app.person(cast.companyId, 'approver', cast.address('colega'))
  deciders.push(...cast.approvers, await app.signIn(cast.address('colega')))
  await app.ask(`/api/people/${colleagueId}/permissions`, {
    method: 'PUT',
    as: cast.admin,
    body: { permissions: ['view'] },
  })
  // A slow machine outlives two minutes.
  const body = { undoMinutes: 15, forcedDecisions: true }
  await app.ask('/api/company/settings', { method: 'PATCH', as: cast.admin, body })
  await app.person(cast.companyId, 'admin', cast.address('jefa'))
  forcer = await app.signIn(cast.address('jefa'))
  const terms = { revision: 1, description: 'Se paga', startsOn: '2020-01-01', endsOn: '2090-12-31' }
  const byBase = { ...terms, overrunPolicy: 'avisar', chargeBasis: 'base' }
  const path = `/api/contracts/${cast.payable}`
  expect((await app.ask(path, { method: 'PUT', as: cast.admin, body: byBase })).status).toBe(200)
})
afterAll(() => app.stop())

type Order = {
  id: string
  state: string
  revision: number
  decided: Set<number>
  /** Position of the added colleague in this revision; null while nobody is added. */
  added: 'beside' | 'before' | null
  /** Amount before taxes, which its contract is charged with. */
  base: number
  isTaxed: boolean
  /** Number of its payments; one for an order that is paid once. */
  parts: number
  /** Attempts of each payment, and the payments made that have not come back. */
  attempts: Map<number, number>
  paid: Set<number>
  /** Who completed the approval; null once something was done with the order. */
  last: number | null
}
type Billed = Pick<Order, 'base' | 'isTaxed' | 'parts'>

/** Amount billed for a base: with 21 % on top, or the base alone. */
const amountBilled = ({ base, isTaxed }: Billed): number =>
  isTaxed ? base + Number(lineFromBase('iva', 2100, BigInt(base)).taxMinor) : base

/** The order as it is sent: broken down when it is taxed, and in as many payments as it has. */
function billed(order: Billed) {
  const amount = amountBilled(order)
  const payments =
    order.parts === 1
      ? {}
      : {
          payments: partsOf(order).map((minor, index) => ({
            dueOn: dayFromToday(index),
            amountMinor: String(minor),
          })),
        }
  if (!order.isTaxed) return { amountMinor: String(amount), ...payments }
  const { taxMinor, ...line } = lineFromBase('iva', 2100, BigInt(order.base))
  const taxLine = { ...line, baseMinor: String(order.base), taxMinor: String(taxMinor) }
  return { amountMinor: String(amount), breakdown: { taxLines: [taxLine] }, ...payments }
}

/** Amounts of the payments: one unit more in each than in the one before, so that none divides evenly. */
function partsOf(order: Billed): number[] {
  const amount = amountBilled(order)
  const first = Array.from(
    { length: order.parts - 1 },
    (_, index) => Math.floor(amount / order.parts) + index,
  )
  return [...first, first.reduce((rest, part) => rest - part, amount)]
}

/** Share of the base that a payment takes: in proportion, and the last takes the rest. */
function shareOf(order: Billed, number: number): number {
  const amount = amountBilled(order)
  const shares = partsOf(order)
    .slice(0, -1)
    .map(part => Math.floor((order.base * part) / amount))
  return shares[number - 1] ?? shares.reduce((rest, share) => rest - share, order.base)
}

const usedBy = (order: Order): number =>
  [...order.paid].reduce((sum, number) => sum + shareOf(order, number), 0)

/** Requested, committed and used amounts of the contract, as the orders' bases and what was paid of them add up. */
function balanceExpected(): number[] {
  const sum = (amount: (order: Order) => number) =>
    everMade.reduce((total, order) => total + amount(order), 0)
  return [
    sum(({ state, base }) => (state === 'in_approval' ? base : 0)),
    sum(order => (['approved', 'execution_rejected'].includes(order.state) ? order.base - usedBy(order) : 0)),
    sum(usedBy),
  ]
}
const everMade: Order[] = []

/** True when the person is asked now. */
function isDue({ decided, added }: Order, who: number): boolean {
  if (decided.has(who)) return false
  return who === colleague ? added !== null : added !== 'before' || decided.has(colleague)
}

/** State that a move leads to according to the policy, or null when it must be refused. */
function expected(it: Order, step: Step): string | null {
  const { state, decided } = it
  switch (step.do) {
    case 'decide':
      if (state !== 'in_approval' || !isDue(it, step.who)) return null
      if (step.how !== 'approve') return step.how === 'reject' ? 'rejected' : 'returned'
      return decided.size + 1 === (it.added === null ? 2 : 3) ? 'approved' : 'in_approval'
    case 'add':
      if (state !== 'in_approval' || it.added !== null || !isDue(it, step.who)) return null
      return step.place === 'before' && decided.size > 0 ? null : 'in_approval'
    case 'undo':
      if (!decided.has(step.who)) return null
      // Whoever was asked before the others is bound once they are asked.
      if (step.who === colleague && it.added === 'before') return null
      return state === 'in_approval' || (state === 'approved' && it.last === step.who) ? 'in_approval' : null
    case 'force':
      if (state !== 'in_approval') return null
      return step.how === 'approve' ? 'approved' : 'rejected'
    case 'withdraw':
      return state === 'in_approval' && decided.size === 0 ? 'returned' : null
    case 'correct':
      return state === 'returned' ? 'in_approval' : null
    case 'confirm':
      if (state !== 'approved') return null
      return it.paid.size + 1 === it.parts ? 'executed' : 'approved'
    case 'bounce':
      if (it.paid.size === 0) return null
      return state === 'executed' ? 'approved' : state
    case 'refuse':
      return state === 'approved' ? 'execution_rejected' : null
    case 'retry':
      return state === 'execution_rejected' ? 'approved' : null
    case 'cancel':
      return state === 'approved' || state === 'execution_rejected' ? 'cancelled' : null
  }
}

function play(it: Order, step: Step) {
  const { id, revision } = it
  const path = `/api/documents/${id}`
  switch (step.do) {
    case 'decide':
      return orders.decide(id, deciders[step.who], step.how, { revision, comment: 'Porque sí' })
    case 'undo':
      return orders.post(`${path}/undoing`, deciders[step.who], { revision })
    case 'add': {
      const { place } = step
      const body = { revision, userId: colleagueId, place, reason: 'Porque sí' }
      return orders.post(`${path}/approvers`, deciders[step.who], body)
    }
    case 'force': {
      const body = { revision, decision: step.how, reason: 'Nadie contesta desde hace un mes' }
      return orders.post(`${path}/forced-decision`, forcer, body)
    }
    case 'withdraw':
      return orders.post(`${path}/withdrawal`, cast.client, { revision })
    case 'correct':
      return app.ask(path, {
        method: 'PUT',
        as: cast.client,
        body: { ...cast.order, ...billed({ ...it, isTaxed: !it.isTaxed }), revision },
      })
    case 'confirm':
      return orders.confirm(id, cast.executor, { revision, payment: it.parts === 1 ? null : nextToPay(it) })
    case 'bounce': {
      const payment = lastPaid(it)
      return orders.post(`${path}/execution/return`, cast.executor, {
        revision,
        payment,
        attempt: it.attempts.get(payment) ?? 1,
        returnedOn: dayFromToday(),
        reason: 'Cuenta cerrada',
      })
    }
    case 'refuse':
      return orders.post(`${path}/execution/rejection`, cast.executor, { revision, reason: 'No se pudo' })
    case 'retry':
      return orders.post(`${path}/execution/retry`, cast.executor, { revision })
    case 'cancel':
      return orders.post(`${path}/cancellation`, cast.admin, { revision, reason: 'No procede' })
  }
}

/** Payment that is made next: any that is not made will do, and the last of them is as good as the first. */
const nextToPay = ({ parts, paid }: Order): number =>
  Array.from({ length: parts }, (_, index) => parts - index).find(number => !paid.has(number)) ?? 1

const lastPaid = ({ paid }: Order): number => [...paid].at(-1) ?? 1

function follow(it: Order, step: Step, next: string): void {
  if (step.do === 'confirm') {
    const number = nextToPay(it)
    it.paid.add(number)
    it.attempts.set(number, (it.attempts.get(number) ?? 0) + 1)
  }
  if (step.do === 'bounce') it.paid.delete(lastPaid(it))
  it.state = next
  it.last = step.do === 'decide' && next === 'approved' ? step.who : null
  if (step.do === 'decide') it.decided.add(step.who)
  if (step.do === 'undo') it.decided.delete(step.who)
  if (step.do === 'add') it.added = step.place
  if (step.do === 'correct') {
    it.revision++
    it.isTaxed = !it.isTaxed
    it.decided.clear()
    it.added = null
  }
}

async function compare(one: Order, step: Step): Promise<void> {
  const next = expected(one, step)
  const answer = await play(one, step)
  expect([step.do, answer.status]).toEqual([step.do, next === null ? 409 : 200])
  if (next !== null) follow(one, step, next)
}

async function run(moves: readonly Move[]): Promise<void> {
  const known: Order[] = []
  for (const step of moves) {
    if (step.do === 'submit') {
      const id = await orders.submit(billed(step))
      const { base, isTaxed, parts } = step
      known.push({
        id,
        state: 'in_approval',
        revision: 1,
        decided: new Set(),
        added: null,
        base,
        isTaxed,
        parts,
        attempts: new Map(),
        paid: new Set(),
        last: null,
      })
      continue
    }
    const one = known.at(-1 - step.order)
    if (!one) continue
    if (step.do !== 'finish') await compare(one, step)
    else
      for (const who of [colleague, 0, 1])
        if (!one.decided.has(who) && (who !== colleague || one.added !== null))
          await compare(one, { do: 'decide', order: step.order, who, how: 'approve' })
  }
  for (const { id, state, revision } of known)
    expect(await orders.card(id)).toMatchObject({ state, revision })
  everMade.push(...known)
  expect((await orders.balance()).slice(1)).toEqual(balanceExpected())
}

describe('any life of any orders', () => {
  it('goes as the policy says, step by step, and breaks no truth', { timeout: 3_600_000 }, async () => {
    const seed = process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {}
    const numRuns = Number(process.env.MODEL_RUNS ?? 15)
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 30, maxLength: 30 }), async moves => {
        await run([{ do: 'submit', base: 100, isTaxed: true, parts: 3 }, ...moves])
        // The longer it runs the more there is to look at: not after every run, and once more at the end.
        if (runs++ % 20 === 0) expect(await brokenInvariants(app)).toEqual({})
      }),
      { numRuns, ...seed },
    )
    expect(await brokenInvariants(app)).toEqual({})
  })
})
