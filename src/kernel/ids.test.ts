import { describe, expect, it } from 'vitest'
import { displayId, isUuid, newId } from '#kernel/ids.ts'

describe('ids', () => {
  it('that people see have at least three digits and grow past them', () => {
    expect([1, 42, 999, 1000].map(n => displayId('DOC', n))).toEqual([
      'DOC-001',
      'DOC-042',
      'DOC-999',
      'DOC-1000',
    ])
  })

  it('that nobody says are UUIDs of version 7 that sort by time and never repeat', () => {
    const made = Array.from({ length: 1000 }, (_, index) => newId(1_700_000_000_000 + index))
    expect(made.every(id => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true)
    expect(made.toSorted()).toEqual(made)
    expect(new Set(made).size).toBe(1000)
  })
})
