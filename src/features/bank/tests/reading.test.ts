// Any file is read as the bank wrote it, or refused with its reason, in a thread that ends within its bounds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankReadingBounds, readBankFile } from '#features/bank/readers/reading.ts'
import { camtFile, n43File, painFile } from '#tests/support/bank-files.ts'

const patient = { timeout: 90_000 }
const lines = [{ minor: -10_050, texts: ['TRANSFERENCIA'] }, { minor: 20_000 }]

test('a kind is known by what is in the file', patient, async () => {
  expect(await readBankFile(n43File([{ lines }]))).toMatchObject({
    reports: [{ format: 'norma43', closingMinor: 109_950n }],
  })
  expect(await readBankFile(camtFile({ entries: [{ amount: '5' }] }))).toMatchObject({
    reports: [{ format: 'camt053', lines: [{ amountMinor: -500n }] }],
  })
  expect(await readBankFile(painFile({ group: 'RJCT' }))).toMatchObject({
    reports: [{ format: 'pain002', statuses: [{ outcome: 'rejected' }] }],
  })
})

test.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['eleven megabytes', Buffer.alloc(11 * 1024 * 1024, '1'), 'too_large'],
  ['a million levels', Buffer.from('<a>'.repeat(1_000_000)), 'xml_too_large'],
  [
    'entities of entities',
    Buffer.from('<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "d">]><a>&b;</a>'),
    'xml_with_dtd',
  ],
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), 'unknown_kind'],
  ['a statement cut in the middle', n43File([{ lines }]).subarray(0, 200), 'file_cut'],
  ['ten megabytes of one record', Buffer.from(`11${'2'.repeat(10_000_000)}`), 'file_cut'],
])('%s is refused', patient, async (_, bytes, kind) => {
  expect(await readBankFile(bytes)).toMatchObject({ refused: kind })
})

test('a year of a busy account is read', patient, async () => {
  const busy = Array.from({ length: 50_000 }, (_, index) => ({ minor: index % 2 === 0 ? -100 : 100 }))
  const read = await readBankFile(n43File([{ lines: busy }]))
  expect('reports' in read && read.reports.flatMap(each => ('lines' in each ? each.lines : []))).toHaveLength(
    50_000,
  )
})

test('a file of more movements than one file may have is refused', patient, async () => {
  const many = n43File([{ lines: Array.from({ length: 60_001 }, () => ({ minor: -100 })) }])
  expect(await readBankFile(many)).toEqual({
    refused: 'too_many_lines',
    facts: { lines: 60_001, most: 60_000 },
  })
})

test('what takes longer than it may is refused for that', patient, async () => {
  const long = n43File([{ lines: Array.from({ length: 100_000 }, () => ({ minor: -100 })) }])
  expect(await readBankFile(long, { ...bankReadingBounds, computingMs: 1 })).toEqual({
    refused: 'takes_too_long',
  })
})

test('any bytes behind any beginning are read or refused', patient, async () => {
  const start = n43File([{ lines }]).toString('latin1')
  const starts = fc.constantFrom(
    '',
    '<',
    start.slice(0, 82),
    start.slice(0, 164),
    '<?xml version="1.0"?><Document>',
  )
  await fc.assert(
    fc.asyncProperty(starts, fc.uint8Array({ maxLength: 300 }), async (beginning, rest) => {
      const read = await readBankFile(Buffer.concat([Buffer.from(beginning, 'latin1'), rest]))
      expect('refused' in read || 'reports' in read).toBe(true)
    }),
    { numRuns: 8 },
  )
})
