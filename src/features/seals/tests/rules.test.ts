import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type ChainLink,
  canonical,
  computeSeal,
  faultAtEnd,
  findFault,
  follows,
  genesis,
  type Head,
  noLater,
  type SealedEvent,
  withLater,
} from '#features/seals/rules/chain.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const eventOf = (number: number, over: Partial<SealedEvent> = {}): SealedEvent => ({
  companyId: 'c',
  number: String(number),
  id: `e${number}`,
  at: '2026-11-21T09:00:00.000001Z',
  actorId: 'ana',
  onBehalfOf: null,
  action: 'document.submitted',
  objectType: 'document',
  objectId: `DOC-00${number}`,
  before: null,
  after: '{"state": "in_approval"}',
  reason: null,
  requestId: null,
  ...over,
})

const start: Head = { sequence: 0, hash: genesis }

function chainOf(events: readonly SealedEvent[]): ChainLink[] {
  let hash = genesis
  return events.map((event, index) => {
    hash = computeSeal(digest, hash, event)
    return { sequence: index + 1, hash, event, isErased: false }
  })
}

/** The fault of a chain whose head says that it had `length` links and ended with `end`. */
function faultIn(links: readonly ChainLink[], head: Head) {
  let earlier: Head | null = null
  let before = start
  for (const [index, first] of links.entries()) {
    if (!follows(digest, before, first)) {
      let later = noLater(first)
      for (const link of links.slice(index + 1)) later = withLater(digest, { before, first, later }, link)
      return findFault(digest, { earlier, before, first, later, head })
    }
    earlier = before
    before = first
  }
  return faultAtEnd(before, head)
}

const whole = chainOf([1, 2, 3, 4, 5].map(number => eventOf(number)))
const head: Head = whole.at(-1) ?? start
const renumbered = (links: readonly ChainLink[]) =>
  links.map((link, index) => ({ ...link, sequence: index + 1 }))

describe('the canonical text of an event', () => {
  test('does not depend on the order in which its facts are named', () => {
    const { companyId, ...rest } = eventOf(1)
    expect(canonical({ ...rest, companyId })).toBe(canonical(eventOf(1)))
  })

  test('names every fact, the empty ones too', () => {
    expect(Object.keys(JSON.parse(canonical(eventOf(1))))).toHaveLength(13)
  })

  test('differs by any fact, a microsecond and a digit of a number among them', () => {
    const others: readonly Partial<SealedEvent>[] = [
      { at: '2026-11-21T09:00:00.000002Z' },
      { after: '{"amount": 9007199254740993}' },
      { after: '{"amount": 9007199254740992}' },
      { reason: '' },
      { onBehalfOf: 'ana', actorId: null },
      { number: '01' },
      { companyId: 'd' },
    ]
    const texts = [eventOf(1), ...others.map(over => eventOf(1, over))].map(canonical)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('a chain', () => {
  test('that nobody touched has no fault, however long', () => {
    for (let length = 0; length <= whole.length; length++)
      expect(faultIn(whole.slice(0, length), whole[length - 1] ?? start)).toBeNull()
  })

  test('tells what was done to it, and where first', () => {
    const edited = whole.map(link =>
      link.sequence === 3 ? { ...link, event: eventOf(3, { reason: 'otro' }) } : link,
    )
    expect(faultIn(edited, head)).toEqual({ sequence: 3, kind: 'edited' })
    expect(
      faultIn(
        whole.filter(({ sequence }) => sequence !== 2),
        head,
      ),
    ).toEqual({ sequence: 2, kind: 'deleted' })
    expect(faultIn(renumbered(whole.filter(({ sequence }) => sequence !== 2)), head)).toEqual({
      sequence: 2,
      kind: 'deleted',
    })
    const swapped = whole.map(link => ({
      ...link,
      event: eventOf({ 2: 4, 4: 2 }[link.sequence] ?? link.sequence),
    }))
    expect(faultIn(swapped, head)).toEqual({ sequence: 2, kind: 'swapped' })
    expect(faultIn(whole.slice(0, 3), head)).toEqual({ sequence: 4, kind: 'cut' })
    const longer = chainOf([1, 2, 3, 4, 5, 6].map(number => eventOf(number)))
    expect(faultIn(longer, head)).toEqual({ sequence: 6, kind: 'inserted' })
  })

  test('tells of an event put between two others, also with a seal that fits the one before', () => {
    const put = (hash: string): ChainLink => ({ sequence: 3, hash, event: eventOf(9), isErased: false })
    const fitting = computeSeal(digest, whole[1]?.hash ?? '', eventOf(9))
    for (const hash of [digest('whatever'), fitting])
      expect(faultIn(renumbered([...whole.slice(0, 2), put(hash), ...whole.slice(2)]), head)).toEqual({
        sequence: 3,
        kind: 'inserted',
      })
  })

  test('of another company does not pass for its own', () => {
    const foreign = whole.map(link => ({ ...link, event: eventOf(link.sequence, { companyId: 'd' }) }))
    expect(faultIn(foreign, head)).toEqual({ sequence: 1, kind: 'edited' })
  })
})
