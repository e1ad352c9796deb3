// A year of a large company's statements against all that it owes: the desk is read, and lines are settled, in seconds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { n43File } from '#tests/support/bank-files.ts'
import { creditorIban } from '#tests/support/batches.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { loadOrders } from '#tests/support/many-orders.ts'

const open = 5000
const patient = { timeout: 300_000 }
const short = dayFromToday().replaceAll('-', '').slice(2)

const bank = await startBankDesk()
const { cast, desk } = await bank.company()
afterAll(() => bank.stop())

beforeAll(async () => {
  const { companyId, projectId, clientId, approverIds, executorId, providerId, payable } = cast
  const many = { companyId, projectId, clientId, approverIds, executorId, providerIds: [providerId] }
  // Eight of ten wait or are approved.
  await loadOrders(bank.app, { ...many, contractId: payable, count: (open * 10) / 8 })
  await bank.app.tamper(sql`
    update document set type = 'gasto', bank_account = ${creditorIban}
    where company_id = ${companyId} and state in ('in_approval', 'approved')`)
  await bank.app.tamper(sql`
    update document set state = 'approved', previous_state = 'in_approval', approvals_approved = approvals_total,
      approvals_pending = 0
    where company_id = ${companyId} and state = 'in_approval'`)
}, 120_000)

const took = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const before = performance.now()
  const answer = await work()
  const ms = performance.now() - before
  if (process.env.SPEED_FIGURES) console.log(`${name}: ${Math.round(ms)} ms`)
  expect(ms, name).toBeLessThan(10_000)
  return answer
}

test(
  'ten thousand lines against five thousand open payments are matched in under ten seconds',
  patient,
  async () => {
    const orders = await bank.app.owner.run<{ minor: bigint }>(sql`
    select amount_minor as minor from document where company_id = ${cast.companyId} and state = 'approved'`)
    expect(orders).toHaveLength(open)
    const texts = [`TRANSFERENCIA ${creditorIban}`]
    const lines = orders.flatMap(({ minor }) =>
      // One of each two is of no order.
      [-Number(minor), -Number(minor) - 2_000_000].map(each => ({ minor: each, on: short, texts })),
    )
    const file = n43File([{ from: short, to: short, lines }])
    const answer = await took('imported', () => desk.imported(file))
    expect(answer.body).toMatchObject({ lines: 2 * open, fresh: 2 * open })
    const page = await took('matched', () => desk.page())
    expect(page.counts).toEqual({ exact: open, proposed: 0, none: open })
    const settled = await took('settled', () => desk.settle(page.items.slice(0, 10)))
    expect(settled.body.items.map((item: { settled: unknown }) => item.settled)).toEqual(Array(10).fill(true))
    expect((await took('matched again', () => desk.page())).counts).toEqual({
      exact: open - 10,
      proposed: 0,
      none: open,
    })
  },
)
