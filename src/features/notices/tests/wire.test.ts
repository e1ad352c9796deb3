import { expect, test } from 'vitest'
import { listKnownNotices, listNotices } from '#features/notices/wire.ts'

const batch = (topic: string) => ({
  id: topic,
  at: '2026-11-26T10:00:00.000Z',
  read: false,
  topic,
  batchId: 'R-001',
})

test('a screen that is older than the server shows the notices that it knows, and no error', () => {
  const answer = {
    items: [batch('batch.released'), batch('batch.of_a_later_release')],
    unread: 2,
    next: null,
  }
  expect(listKnownNotices.response.parse(answer)).toEqual({ ...answer, items: [batch('batch.released')] })
  expect(listNotices.response.safeParse(answer).success).toBe(false)
})

test('an answer that is none is an error still', () => {
  expect(listKnownNotices.response.safeParse({ items: 'none', unread: 0, next: null }).success).toBe(false)
})
