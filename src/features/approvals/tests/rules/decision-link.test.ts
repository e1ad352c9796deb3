import { expect, test } from 'vitest'
import { type LinkFacts, linkCompany, linkEnd, linkText } from '#features/approvals/rules/decision-link.ts'

const now = new Date('2026-11-27T10:00:00Z')
const open: LinkFacts = {
  seat: 'pending',
  state: 'in_approval',
  revision: 1,
  currentRevision: 1,
  expiresAt: '2026-12-01T00:00:00Z',
  isUsed: false,
  isTheirs: true,
}

test.each<[string | null, Partial<LinkFacts>]>([
  [null, {}],
  ['decided', { seat: 'approved', state: 'approved' }],
  ['decided', { seat: 'approved', state: 'in_approval', currentRevision: 2, isUsed: true }],
  ['cancelled', { seat: 'skipped', state: 'cancelled' }],
  ['corrected', { seat: 'void', currentRevision: 2 }],
  ['returned', { seat: 'void', state: 'returned' }],
  ['reassigned', { seat: 'void' }],
  ['not_needed', { seat: 'skipped', state: 'rejected' }],
  ['blocked', { state: 'blocked' }],
  ['not_waiting', { state: 'approved' }],
  ['used', { isUsed: true }],
  ['expired', { expiresAt: '2026-11-27T10:00:00Z' }],
  ['not_theirs', { isTheirs: false }],
])('a link is over as %s', (why, over) => {
  expect(linkEnd({ ...open, ...over }, now)).toBe(why)
})

test('the text of a link names its company and nothing else, and no other text does', () => {
  const company = '0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10'
  const text = linkText(company, 'a'.repeat(43))
  expect(linkCompany(text)).toBe(company)
  for (const other of ['', text.slice(1), `${text}a`, text.toUpperCase(), text.replace('.', ' '), company])
    expect(linkCompany(other)).toBeNull()
})
