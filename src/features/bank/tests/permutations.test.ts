// A statement tells the same, in whatever files its lines come and in whatever order: two companies with the same orders
// have the same lines and the same payments, when one gets the statement whole and the other in pieces.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { batchesOf } from '#tests/support/batches.ts'
import { type Movement, statementOf, type TellingFormat } from '#tests/support/payments-model.ts'
import { brokenInvariants } from '#verify/invariants.ts'

let bank: Awaited<ReturnType<typeof startBankDesk>>
let whole: Side
let inPieces: Side

type Side = Awaited<ReturnType<typeof bank.company>>

beforeAll(async () => {
  bank = await startBankDesk()
  whole = await bank.company()
  inPieces = await bank.company()
}, 120_000)
afterAll(() => bank.stop())

/** Two orders of one amount, one of another and one in a batch, with the name of its payment at the bank. */
async function ordersOfRound({ cast, desk }: Side, minor: number): Promise<string> {
  for (const each of [minor, minor, minor + 1]) await desk.orders.approved({ amountMinor: String(each) })
  const batched = await desk.orders.approved({ amountMinor: String(minor + 2) })
  const batchId = await batchesOf(bank.app, cast, () => [batched]).sent()
  return `${batched}.${batchId}`
}

async function settleAll({ desk }: Side): Promise<void> {
  for (;;) {
    const lines = (await desk.lines()).filter(({ can }) => can.settle === true)
    if (lines.length === 0) return
    const { body } = await desk.settle(lines)
    expect(body.items.some(({ settled }: { settled: unknown }) => settled === true)).toBe(true)
  }
}

/** Outcome of lines and payments: which of two alike is which makes no difference. */
async function outcome({ cast }: Side) {
  const { companyId } = cast
  const lines = await bank.app.owner.run<{ told: string }>(sql`
    select concat_ws(' ', l.format, l.amount_minor, l.state, l.settled_kind) as told from bank_line l
    where l.company_id = ${companyId} order by 1`)
  const keys = await bank.app.owner.run<{ told: string }>(sql`
    select line_key as told from bank_line where company_id = ${companyId} order by 1`)
  const payments = await bank.app.owner.run<{ told: string }>(sql`
    select concat_ws(' ', d.amount_minor, d.state, e.attempt, e.returned_at is not null) as told
    from document d left join execution e on e.company_id = d.company_id and e.document_id = d.id
    where d.company_id = ${companyId} order by 1`)
  return [lines, keys, payments].map(rows => rows.map(({ told }) => told))
}

const format = fc.constantFrom<TellingFormat>('camt053', 'norma43')
/** Files of the statement's lines, by their places: any of them, in any order, some in several files. */
const pieces = fc
  .array(fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 6 }), { maxLength: 4 })
  .chain(some =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7, maxLength: 7 })),
  )

let rounds = 0

test('any split and permutation of a statement’s lines leaves the same lines and the same payments', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(format, pieces, fc.nat(6), async (as, [files, rest], cut) => {
      rounds += 1
      const minor = 10_000 + rounds * 10
      const names = [await ordersOfRound(whole, minor), await ordersOfRound(inPieces, minor)]
      const [endToEndId = ''] = names
      expect(names[1]).toBe(endToEndId)
      const money = [-minor, -minor, -minor, -minor - 1, -minor - 2, minor + 2, 77].map(
        (each, index): Movement => ({
          id: rounds * 10 + index,
          minor: each,
          endToEndId: Math.abs(each) === minor + 2 ? endToEndId : null,
          isReturn: each > 77,
        }),
      )
      await whole.desk.imported(statementOf(as, money))
      // Each line comes at least once: in the last two files.
      const all = [...files, rest.slice(0, cut), rest.slice(cut)].filter(places => places.length > 0)
      for (const places of all) {
        const answer = await inPieces.desk.imported(
          statementOf(
            as,
            places.flatMap(place => money[place] ?? []),
          ),
        )
        expect([200, 409]).toContain(answer.status)
      }
      for (const side of [whole, inPieces]) await settleAll(side)
      expect(await outcome(inPieces)).toEqual(await outcome(whole))
    }),
    { numRuns: 3, endOnFailure: true },
  )
  expect(await brokenInvariants(bank.app)).toEqual({})
})
