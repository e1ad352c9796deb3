// Who works at the bank's desk, and which lines wait there.
import { describe, expect, test } from 'vitest'
import { type DeskActor, deskAbilities, seesDesk, soundAccounts } from '#features/bank/rules/desk.ts'
import { sightings } from '#features/bank/rules/line-key.ts'
import { type DecidedSighting, waitingLines } from '#features/bank/rules/open-lines.ts'
import type { BankLine } from '#features/bank/rules/statement.ts'
import { refuse } from '#kernel/refusal.ts'
import { otherIban, ownIban } from '#tests/support/bank-files.ts'
import { line, type Said } from '#tests/support/bank-lines.ts'

describe('the desk', () => {
  const somebody: DeskActor = { role: 'approver', companySuspended: false, executesEverywhere: true }

  test('is seen by the administration and by those of its own people who execute everywhere', () => {
    expect(seesDesk(somebody)).toBe(true)
    // Of a company with one client too: its people execute everywhere, and do not read what the company pays.
    for (const role of ['client', 'client_user'] as const) expect(seesDesk({ ...somebody, role })).toBe(false)
    for (const role of ['approver', 'client', 'client_user', 'provider', 'admin_saas'] as const)
      expect(seesDesk({ ...somebody, role, executesEverywhere: false })).toBe(false)
    expect(seesDesk({ ...somebody, role: 'admin', executesEverywhere: false })).toBe(true)
  })

  test('takes no new file of a suspended company, which goes on with its lines', () => {
    expect(deskAbilities({ ...somebody, companySuspended: true })).toEqual({
      import: refuse('company_suspended'),
      settle: true,
      explain: true,
    })
  })

  test('is worked at by no account that may be in other hands', () => {
    const { settle, explain } = deskAbilities({ ...somebody, untrustedReason: 'given_password' })
    expect([settle, explain]).toMatchObject([
      { refused: 'untrusted_account' },
      { refused: 'untrusted_account' },
    ])
  })

  test('takes files in which the company’s own account is, and no others', () => {
    expect(soundAccounts([ownIban, ownIban], ownIban)).toBe(true)
    expect(soundAccounts([otherIban, ownIban], ownIban)).toBe(true)
    expect(soundAccounts([otherIban], ownIban)).toEqual(refuse('account_not_ours', { iban: otherIban }))
    expect(soundAccounts([ownIban], null)).toEqual(refuse('no_company_account'))
    // A report of statuses names no account.
    expect(soundAccounts([], null)).toBe(true)
  })
})

describe('a line waits', () => {
  const told = (
    format: 'norma43' | 'camt053',
    lines: readonly BankLine[],
    decided = false,
  ): DecidedSighting[] => {
    const days = { from: null, to: null, openingMinor: null, closingMinor: null }
    const report = { kind: 'statement', currency: 'EUR', iban: ownIban, format, lines, ...days } as const
    return sightings(report).map((sighting, index) => ({
      ...sighting,
      id: `${format} ${index}`,
      isOpen: !decided,
      isSettled: decided,
    }))
  }
  const one = (over: Said = {}) => line({ text: 'TRANSFERENCIA', ...over })

  test('once, by the format that tells most of its movement', () => {
    const camt = told('camt053', [one({ references: { endToEndId: 'DOC-001.R-001' } })])
    expect([...waitingLines([...told('norma43', [one()]), ...camt])]).toEqual(['camt053 0'])
  })

  test('no more when another format’s line of the movement is decided', () => {
    const camt = told('camt053', [one({ references: { endToEndId: 'DOC-001.R-001' } })])
    expect([...waitingLines([...told('norma43', [one()], true), ...camt])]).toEqual([])
    expect([...waitingLines([...told('norma43', [one()]), ...told('camt053', [one()], true)])]).toEqual([])
  })

  test('part by part, each until it is decided itself', () => {
    const parts = [1, 2].map(number =>
      one({ amountMinor: -5_000n, part: { number, count: 2, entryMinor: -10_000n } }),
    )
    const [first, second] = told('camt053', parts)
    if (!first || !second) throw new Error('two parts')
    expect([...waitingLines([{ ...first, isOpen: false, isSettled: true }, second])]).toEqual(['camt053 1'])
  })
})
