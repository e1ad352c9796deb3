import { describe, expect, it } from 'vitest'
import {
  destiny,
  fitting,
  mailboxBounds,
  restSeconds,
  type SenderStanding,
} from '#features/mailboxes/rules/message.ts'

const nobody: SenderStanding = { providerIds: [], openOfProvider: 0, quarantined: 0 }
const provider: SenderStanding = { ...nobody, providerIds: ['PRV-001'] }
const withFile = { files: [{ name: 'factura.pdf', bytes: new Uint8Array([1]) }] }
const empty = { files: [] }

describe('what becomes of a message', () => {
  it.each([
    ['of one provider is taken', withFile, provider, { state: 'taken', providerId: 'PRV-001' }],
    ['of nobody waits', withFile, nobody, { state: 'quarantined', fault: null, providerId: null }],
    [
      'of an address that two providers have waits, and is nobody’s',
      withFile,
      { ...nobody, providerIds: ['PRV-001', 'PRV-002'] },
      { state: 'quarantined', fault: null, providerId: null },
    ],
    [
      'of a provider that has too much open waits',
      withFile,
      { ...provider, openOfProvider: 300 },
      { state: 'quarantined', fault: 'too_many_open', providerId: 'PRV-001' },
    ],
    [
      'of a provider without files is named',
      empty,
      provider,
      { state: 'set_aside', fault: 'no_files', providerId: 'PRV-001' },
    ],
    ['of nobody without files is no matter of ours', empty, nobody, { state: 'ignored', fault: 'no_files' }],
    [
      'of nobody stays in the mailbox, and is named, when the quarantine is full',
      withFile,
      { ...nobody, quarantined: mailboxBounds.quarantined },
      { state: 'set_aside', fault: 'quarantine_full', providerId: null },
    ],
    [
      'of one provider is taken however full the quarantine is',
      withFile,
      { ...provider, quarantined: mailboxBounds.quarantined },
      { state: 'taken', providerId: 'PRV-001' },
    ],
  ])('one %s', (_, message, standing, expected) => {
    expect(destiny(message, standing, 300)).toEqual(expected)
  })
})

it('a mailbox that fails rests longer each time, an hour at most', () => {
  const rests = [0, 1, 2, 3, 4, 5, 50].map(failures => restSeconds(failures, 120))
  expect(rests).toEqual([120, 240, 480, 960, 1920, 3600, 3600])
})

it('of all ZIPs of a message together no more than its room is taken, and the rest is named', () => {
  const file = (name: string, size: number) => ({ name, bytes: new Uint8Array(size) })
  const first = fitting([file('a', 10), file('b', 10)], { files: 3, bytes: 25 })
  const second = fitting([file('c', 6), file('d', 5), file('e', 0)], first.room)
  expect([...first.files, ...second.files].map(({ name }) => name)).toEqual(['a', 'b', 'd'])
  expect(second.leftOut).toEqual([
    { name: 'c', size: 6, reason: 'too_many_files' },
    { name: 'e', size: 0, reason: 'too_many_files' },
  ])
  expect(second.room).toEqual({ files: 0, bytes: 0 })
})
