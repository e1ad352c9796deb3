// One file of the bank with several accounts: those of the company's account count, the others are named and left out.
import { afterAll, expect, test } from 'vitest'
import { sql } from '#server/database/sql.ts'
import { startBankDesk } from '#tests/support/bank-desk.ts'
import { camtFile, n43File, otherIban } from '#tests/support/bank-files.ts'
import { dayFromToday } from '#tests/support/days.ts'
import { brokenInvariants } from '#verify/invariants.ts'

const patient = { timeout: 120_000 }
const bank = await startBankDesk()
afterAll(() => bank.stop())
const short = dayFromToday().replaceAll('-', '').slice(2)
const line = (minor: number) => ({ minor, on: short, texts: ['TRANSFERENCIA'] })
const another = '210004180200051333'

test(
  'a file of several accounts brings in the company’s, names the others and leaves them out',
  patient,
  async () => {
    const { cast, desk } = await bank.company()
    const file = n43File([
      { account: another, from: short, to: short, lines: [line(-70_000), line(-80_000)] },
      { from: short, to: short, lines: [line(-10_000)] },
    ])
    const { status, body } = await desk.imported(file)
    expect([status, body.lines, body.fresh]).toEqual([200, 1, 1])
    expect(body.leftOut).toEqual([{ iban: expect.stringMatching(/^ES\d{22}$/), lines: 2 }])
    const kept = await bank.app.owner.run<{ amount_minor: bigint; iban: string }>(sql`
    select amount_minor, iban from bank_line where company_id = ${cast.companyId}`)
    expect(kept.map(({ amount_minor }) => amount_minor)).toEqual([-10_000n])
    expect(kept[0]?.iban).not.toBe(body.leftOut[0].iban)
    expect(await brokenInvariants(bank.app)).toEqual({})
  },
)

test('a file without the company’s account is refused, whatever else it has', patient, async () => {
  const { desk } = await bank.company()
  const others = n43File([
    { account: another, lines: [line(-5)] },
    { account: '210004180200051334', lines: [line(-6)] },
  ])
  for (const file of [others, camtFile({ iban: otherIban, entries: [{ amount: '1.00' }] })])
    expect((await desk.imported(file)).body.type).toBe('/problems/account_not_ours')
  expect(await desk.lines()).toEqual([])
})
