// Random lives of payments between a company and its bank: by hand, in batches, back, reduced by credit notes, and as
// files tell of them, in any split, order and overlap. A failure prints its seed; MODEL_SEED replays it and MODEL_RUNS
// makes it longer.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tallyAllSeats } from '#features/documents/commands/tally-seats.ts'
import { sql } from '#server/database/sql.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { anotherExecutor } from '#tests/support/batches.ts'
import { importSome, play, settle } from '#tests/support/payments-life.ts'
import {
  isPaid,
  Life,
  type Move,
  type Order,
  type Payment,
  type TellingFormat,
} from '#tests/support/payments-model.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let bank: Awaited<ReturnType<typeof startBankDesk>>
beforeAll(async () => {
  bank = await startBankDesk()
}, 120_000)
afterAll(() => bank.stop())

const at = fc.nat(7)
const some = fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 6 })
const format = fc.constantFrom<TellingFormat>('camt053', 'norma43')
/** Few amounts, so that what is alike is much. */
const minor = fc.constantFrom(6000, 6000, 9000)
const move = fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<Move> }[]>(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('order'), minor, parts: fc.constantFrom(1, 1, 2, 3, 4) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pay', 'bounce'), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('batch'), at: some, maker: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release'), at, who: fc.nat(1) }) },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constantFrom('send', 'send', 'confirm', 'cancel', 'retry'), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('note'), at, minor: fc.constantFrom(1000, 3000, 6000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('apply'), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move'), at, isBack: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('import'), format, at: some }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('settle'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('again', 'reopen') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('explain'), at }) },
)

/** Rows that are kept, held against the life that was led. */
async function look(life: Life): Promise<void> {
  const { companyId } = life.company.cast
  const all = life.payments()
  const standing = await bank.app.owner.run<{ told: string }>(sql`
    select document_id || ' ' || payment || ' ' || attempt as told from execution
    where company_id = ${companyId} and returned_at is null`)
  const stands = all.filter(({ payment }) => payment.stands)
  const applied = life.notes().filter(({ note }) => note.isApplied)
  expect(standing.map(({ told }) => told).toSorted()).toEqual(
    [
      ...stands.map(({ order: one, payment }) => `${one.id} ${payment.number} ${payment.made}`),
      ...applied.map(({ note }) => `${note.id} 1 1`),
    ].toSorted(),
  )
  const live = await bank.app.owner.run<{ told: string }>(sql`
    select o.document_id || ' ' || o.payment || ' ' || o.batch_id as told from payment_batch_order o
    where o.company_id = ${companyId} and o.released_at is null and not exists (select from execution e
      where e.company_id = o.company_id and e.document_id = o.document_id and e.payment = o.payment
        and e.returned_at is null)`)
  expect(live.map(({ told }) => told).toSorted()).toEqual(
    life.batches
      .flatMap(batch =>
        batch.items
          .filter(item => item.order.batch === batch)
          .map(item => `${item.order.id} ${item.payment.number} ${batch.id}`),
      )
      .toSorted(),
  )
  const sum = (some: readonly { readonly payment: Payment }[]) =>
    some.reduce((total, { payment }) => total + payment.minor, 0)
  const [, , committed, used] = await life.company.desk.orders.balance()
  const given = applied.reduce((total, { note }) => total + note.minor, 0)
  expect([committed, used]).toEqual([sum(all.filter(({ payment }) => !payment.stands)), sum(stands) - given])
  const settled = await bank.app.owner.run<{ minor: bigint; count: number }>(sql`
    select amount_minor as minor, count(*)::int as count from bank_line
    where company_id = ${companyId} and state = 'settled' and status is null group by 1`)
  for (const each of settled)
    expect(each.count, `settled of ${each.minor}`).toBeLessThanOrEqual(
      life.money.filter(({ minor: moved }) => moved === Number(each.minor)).length,
    )
  for (const one of life.orders.slice(-2))
    expect(await life.company.desk.orders.card(one.id)).toMatchObject({ state: stateOf(one) })
  const outdated = await bank.app.owner.run(sql`
    select d.id from approval a join document d on d.company_id = a.company_id and d.id = a.document_id
    where a.company_id = ${companyId} and a.tallied_state <> d.state`)
  expect(outdated).toEqual([])
  // Whatever is over is tallied before the next move, which may open it again.
  await tallyAllSeats(bank.app.db)([companyId])
}

const stateOf = (one: Order) => {
  if (one.isRejected) return 'execution_rejected'
  return isPaid(one) ? 'executed' : 'approved'
}

/** The whole statement comes in, in both formats, and whatever waits is settled as far as it goes. */
async function end(life: Life): Promise<void> {
  for (const as of ['norma43', 'camt053'] as const) {
    await importSome(life, as, [...life.money.keys()])
    for (let turn = 0; turn < 8 && (await settle(life, 100)) > 0; turn++);
    await look(life)
  }
  const waiting = await life.company.desk.lines()
  expect(waiting.length + life.explained.length).toBeLessThanOrEqual(life.money.length)
}

/** Always lived: a batch that files tell in pieces, with what comes back of it and is paid again. */
const inPieces: Move[] = [
  { do: 'batch', at: [0, 1], maker: 0 },
  { do: 'release', at: 0, who: 0 },
  { do: 'send', at: 0 },
  { do: 'release', at: 0, who: 1 },
  { do: 'send', at: 0 },
  { do: 'import', format: 'norma43', at: [0] },
  { do: 'settle', count: 1 },
  { do: 'import', format: 'camt053', at: [1, 0] },
  { do: 'settle', count: 3 },
  { do: 'again' },
  { do: 'cancel', at: 0 },
  { do: 'bounce', at: 0 },
  { do: 'import', format: 'camt053', at: [0, 1, 2] },
  { do: 'settle', count: 3 },
  { do: 'batch', at: [0], maker: 1 },
  { do: 'cancel', at: 0 },
  { do: 'pay', at: 0 },
]
/** One movement that two formats tell, and two orders of its amount. */
const alike: Move[] = [
  { do: 'order', minor: 6000, parts: 1 },
  { do: 'move', at: 0, isBack: false },
  { do: 'import', format: 'norma43', at: [0] },
  { do: 'explain', at: 0 },
  { do: 'reopen' },
  { do: 'settle', count: 1 },
  { do: 'import', format: 'camt053', at: [0] },
  { do: 'settle', count: 3 },
  { do: 'again' },
]
/** The first payment by hand, the last in a batch, and the first comes back. */
const byTwoWays: Move[] = [
  { do: 'order', minor: 9000, parts: 2 },
  { do: 'pay', at: 1 },
  { do: 'batch', at: [0], maker: 0 },
  { do: 'release', at: 0, who: 1 },
  { do: 'send', at: 0 },
  { do: 'confirm', at: 0 },
  { do: 'cancel', at: 0 },
  { do: 'bounce', at: 1 },
  { do: 'pay', at: 1 },
]
/** Credit notes of half of an order: none gives back what was not paid, and none is given back twice. */
const credited: Move[] = [
  { do: 'note', at: 0, minor: 3000 },
  { do: 'apply', at: 0 },
  { do: 'batch', at: [0, 1], maker: 0 },
  { do: 'release', at: 0, who: 1 },
  { do: 'send', at: 0 },
  { do: 'import', format: 'camt053', at: [0, 1] },
  { do: 'settle', count: 3 },
  { do: 'apply', at: 0 },
  { do: 'apply', at: 0 },
  { do: 'bounce', at: 0 },
  { do: 'note', at: 0, minor: 6000 },
  { do: 'note', at: 0, minor: 3000 },
  { do: 'note', at: 1, minor: 6000 },
  { do: 'move', at: 0, isBack: true },
  { do: 'import', format: 'norma43', at: [0] },
  { do: 'settle', count: 3 },
]
const examples: [Move[]][] = [[inPieces], [alike], [byTwoWays], [credited]]
const start: Move[] = [
  { do: 'order', minor: 9000, parts: 2 },
  { do: 'order', minor: 6000, parts: 1 },
]

/** Moves that the lives always have. */
const everyDay = [
  'batch',
  'release',
  'send',
  'confirm',
  'import',
  'settle',
  'pay',
  'bounce',
  'note',
  'apply',
] as const

/** A life takes ten times as long as one of the other models. */
const numRuns = examples.length + Math.ceil(Number(process.env.MODEL_RUNS ?? 30) / 10)
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) }

test('any life of payments goes as the policy says, step by step, and breaks no truth', {
  timeout: 3_600_000,
}, async () => {
  const done = new Set<Move['do']>()
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 30, maxLength: 30 }), async moves => {
      const company = await bank.company()
      const life = new Life(bank, company, [
        company.cast.executor,
        await anotherExecutor(bank.app, company.cast),
      ])
      for (const step of [...start, ...moves]) {
        await play(life, step)
        await look(life)
      }
      await end(life)
      for (const what of life.done) done.add(what)
      expect(await brokenInvariants(bank.app)).toEqual({})
    }),
    { numRuns, examples, endOnFailure: true, ...seed },
  )
  if (process.env.MODEL_SEED === undefined) for (const what of everyDay) expect(done).toContain(what)
})
