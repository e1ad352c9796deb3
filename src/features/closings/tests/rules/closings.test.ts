// Months and quarters, who sees and closes which, ledger accounts, and the names and manifest of an archive.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeName } from '#features/certificates/rules/manifest.ts'
import { accountKey, isLedgerAccount, rowAccounts } from '#features/closings/rules/ledger-accounts.ts'
import {
  lastWholeMonth,
  monthSpan,
  quarterFromMonth,
  quarterSpan,
  recentMonths,
  recentQuarters,
} from '#features/closings/rules/months.ts'
import { manifestText, type SourceFile, withPaths } from '#features/closings/rules/package.ts'
import { type ClosingActor, closingReach, closingSubject, mayClose } from '#features/closings/rules.ts'
import { type Day, dayFrom } from '#kernel/day.ts'

const day = (text: string): Day => dayFrom(text) ?? expect.fail(text)

describe('months and quarters', () => {
  test('a month has its own days, also in leap years and at the turn of the year', () => {
    expect(monthSpan('2028-02')).toEqual({ from: '2028-02-01', until: '2028-02-29' })
    expect(monthSpan('2026-12')).toEqual({ from: '2026-12-01', until: '2026-12-31' })
    expect(quarterSpan('2026-4')).toEqual({ from: '2026-10-01', until: '2026-12-31' })
    expect([monthSpan('2026-13'), monthSpan('2026-1'), quarterSpan('2026-5')]).toEqual([null, null, null])
  })

  test('the last whole month is the one before today’s, and months go back over the year', () => {
    expect(lastWholeMonth(day('2027-01-01'))).toBe('2026-12')
    expect(lastWholeMonth(day('2026-03-31'))).toBe('2026-02')
    expect(recentMonths(day('2027-02-10'), 3)).toEqual(['2027-02', '2027-01', '2026-12'])
    expect(recentQuarters(day('2027-02-10'), 2)).toEqual(['2027-1', '2026-4'])
    expect(quarterFromMonth('2026-10')).toBe('2026-4')
  })
})

const person = (over: Partial<ClosingActor>): ClosingActor => ({
  role: 'client_user',
  clientId: 'k',
  companySuspended: false,
  seesWholeClient: true,
  ...over,
})

describe('who sees months', () => {
  test('administrators see all, people of a client who see all its orders theirs, everybody else none', () => {
    expect(closingReach(person({ role: 'admin', clientId: null }))).toEqual({ kind: 'company' })
    expect(closingReach(person({ role: 'client', seesWholeClient: false }))).toEqual({
      kind: 'client',
      clientId: 'k',
    })
    expect(closingReach(person({}))).toEqual({ kind: 'client', clientId: 'k' })
    for (const over of [
      { seesWholeClient: false },
      { role: 'approver' as const },
      { role: 'provider' as const },
      { role: 'admin_saas' as const },
    ])
      expect(closingReach(person(over)).kind).toBe('nothing')
  })

  test('a client’s own month is found with and without its name, another one is not', () => {
    const reach = closingReach(person({}))
    expect(closingSubject(reach, undefined)).toEqual({ clientId: 'k' })
    expect(closingSubject(reach, 'k')).toEqual({ clientId: 'k' })
    expect(closingSubject(reach, 'other')).toMatchObject({ refused: 'not_found' })
    expect(closingSubject({ kind: 'nothing' }, undefined)).toMatchObject({ refused: 'forbidden' })
  })

  test('a month is closed by an administrator, once it is over', () => {
    const admin = person({ role: 'admin', clientId: null })
    expect(mayClose(admin, true)).toBe(true)
    expect(mayClose(admin, false)).toMatchObject({ refused: 'month_not_over' })
    expect(mayClose(person({}), true)).toMatchObject({ refused: 'forbidden' })
    expect(mayClose({ ...admin, companySuspended: true }, true)).toMatchObject({
      refused: 'company_suspended',
    })
    expect(mayClose({ ...admin, untrustedReason: 'given_password' }, true)).toMatchObject({
      refused: 'untrusted_account',
    })
  })
})

describe('ledger accounts', () => {
  const row = {
    type: 'gasto' as const,
    providerId: 'PRV-001',
    tax: { kind: 'iva' as const, rate: 2100 },
    hasTax: true,
    isWithheld: true,
  }

  test('are the plan’s until the company says others, the provider’s and the tax’s own first', () => {
    expect(rowAccounts(new Map(), row)).toEqual({
      party: '400',
      counterpart: '629',
      tax: '472',
      withheld: '4751',
      bank: '572',
    })
    const said = new Map([
      [accountKey({ place: 'supplier' }), '410'],
      [accountKey({ place: 'expense', providerId: 'PRV-001' }), '6230001'],
      [accountKey({ place: 'taxBorne', tax: { kind: 'iva', rate: 2100 } }), '47200021'],
    ])
    expect(rowAccounts(said, row)).toMatchObject({ party: '410', counterpart: '6230001', tax: '47200021' })
    expect(rowAccounts(said, { ...row, providerId: 'PRV-002' }).counterpart).toBe('629')
  })

  test('of what is issued are those of income, and nothing is booked where there is nothing', () => {
    expect(rowAccounts(new Map(), { ...row, type: 'emision', isWithheld: false })).toEqual({
      party: '430',
      counterpart: '705',
      tax: '477',
      withheld: null,
      bank: '572',
    })
    expect(rowAccounts(new Map(), { ...row, hasTax: false }).tax).toBeNull()
  })

  test('are digits, with points or without', () => {
    expect(['400', '400.0001', '430000012345'].every(isLedgerAccount)).toBe(true)
    expect(['', '40', '4000000000000', 'abc', '=1+1', '400 1'].some(isLedgerAccount)).toBe(false)
  })
})

describe('the archive', () => {
  test('has each path once, which no file system takes for another place', () => {
    const source = fc.record({
      use: fc.constantFrom('invoice' as const, 'proof' as const, 'certificate' as const),
      documentId: fc.constantFrom('DOC-001', 'DOC-002'),
      party: fc.string({ unit: 'binary', maxLength: 40 }),
      name: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('a.pdf', 'A.PDF', '../../etc'),
      ),
      fileId: fc.uuid(),
      size: fc.nat(),
      sha256: fc.constant('0'.repeat(64)),
    })
    fc.assert(
      fc.property(fc.array(source, { maxLength: 12 }), sources => {
        const paths = withPaths(sources).map(({ path }) => path)
        expect(new Set(paths.map(path => path.toLowerCase())).size).toBe(paths.length)
        for (const path of paths) {
          expect(path.split('/')).toHaveLength(2)
          expect(path).not.toMatch(/[\\:*?"<>|\p{Cc}]/u)
          expect(path.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  test('keeps the extension of a long name, and names what has none', () => {
    expect(safeName(`${'x'.repeat(300)}.pdf`)).toMatch(/^x{116}\.pdf$/)
    expect([safeName('..'), safeName('/'), safeName('a/b\\c.pdf')]).toEqual([
      'archivo',
      'archivo',
      'a b c.pdf',
    ])
  })

  test('has an equal manifest for equal files, which JSON reads', () => {
    const source: SourceFile = {
      use: 'invoice',
      documentId: 'DOC-001',
      party: 'Grúas "Peña"',
      name: 'factura.pdf',
      fileId: 'f',
      size: 7,
      sha256: 'ab',
    }
    const head = {
      companyName: 'Norte',
      clientName: null,
      month: '2026-10',
      version: 1,
      closedAt: '2026-11-02T09:00:00.000Z',
      closingId: 'c',
    }
    const text = manifestText(head, withPaths([source]))
    expect(manifestText(head, withPaths([source]))).toBe(text)
    expect(JSON.parse(text)).toEqual({
      formato: 'visto-bueno-cierre-1',
      empresa: 'Norte',
      cliente: null,
      mes: '2026-10',
      version: 1,
      cerrado: '2026-11-02T09:00:00.000Z',
      cierre: 'c',
      archivos: [
        { ruta: 'facturas/DOC-001 Grúas Peña - factura.pdf', sha256: 'ab', bytes: 7, pedido: 'DOC-001' },
      ],
    })
    expect(JSON.parse(manifestText(head, [])).archivos).toEqual([])
  })
})
