import fs from 'node:fs'
import { expect, test } from 'vitest'
import {
  publicEventFrom,
  publicEvents,
  subjectFrom,
  toldFacts,
  untoldWords,
} from '#features/webhooks/rules/events.ts'
import { eventLabel } from '#features/webhooks/text/events.ts'

const repository = new URL('../../../../../', import.meta.url)
const slices = fs
  .readdirSync(new URL('src/features', repository))
  .filter(slice => fs.existsSync(new URL(`src/features/${slice}/facts.ts`, repository)))

/** Kinds of facts of every slice, as their files define them. */
async function allKinds(): Promise<string[]> {
  const kinds: string[] = []
  for (const slice of slices) {
    const module: { [name: string]: unknown } = await import(
      /* @vite-ignore */ new URL(`src/features/${slice}/facts.ts`, repository).pathname
    )
    for (const value of Object.values(module))
      if (typeof value === 'function' && 'definitions' in value && value.definitions)
        kinds.push(...Object.keys(value.definitions))
  }
  return kinds
}

const isUntold = (kind: string) =>
  kind.endsWith('.exported') || untoldWords.some(word => kind.startsWith(`${word}.`))

test('every fact there is has an answer: what others are told of it, or that they are not', async () => {
  const kinds = await allKinds()
  expect(kinds.length).toBeGreaterThan(100)
  expect(kinds.filter(kind => !isUntold(kind) && !Object.hasOwn(toldFacts, kind))).toEqual([])
})

test('nothing is answered that is no fact, or twice', async () => {
  const kinds = new Set(await allKinds())
  expect(Object.keys(toldFacts).filter(kind => !kinds.has(kind) || isUntold(kind))).toEqual([])
  const words = new Set([...kinds].map(kind => kind.split('.')[0]))
  expect(untoldWords.filter(word => !words.has(word))).toEqual([])
})

test('every public event is told of some fact, is about something, and has Spanish words', () => {
  const samples = [
    { state: 'approved' },
    { state: 'rejected' },
    { state: 'returned' },
    { state: 'executed' },
    null,
  ]
  const told = new Set(
    Object.keys(toldFacts).flatMap(kind => samples.map(after => publicEventFrom(kind, after))),
  )
  expect(publicEvents.filter(event => !told.has(event))).toEqual([])
  expect(publicEvents.map(subjectFrom)).not.toContain(undefined)
  expect(Object.keys(eventLabel)).toEqual([...publicEvents])
})

test('a decision is told when it ends the approval, and otherwise not', () => {
  const decided = (state: string) => publicEventFrom('approval.decided', { state })
  expect(['approved', 'rejected', 'returned'].map(decided)).toEqual([
    'order.approved',
    'order.rejected',
    'order.returned',
  ])
  expect(decided('in_approval')).toBeNull()
  expect(publicEventFrom('approval.decided', null)).toBeNull()
})

test('the last payment of an order executes it; those before are payments', () => {
  expect(publicEventFrom('execution.confirmed', { state: 'executed' })).toBe('order.executed')
  expect(publicEventFrom('execution.confirmed', { state: 'approved' })).toBe('payment.made')
})

test('facts of accounts, of settings, and of a name that every object has, are told to nobody', () => {
  for (const kind of ['account.password_changed', 'person.invited', 'constructor', 'documents.exported'])
    expect(publicEventFrom(kind, {})).toBeNull()
})

test('docs/webhooks.md says each public event, in the order of the vocabulary, and no other', () => {
  const text = fs.readFileSync(new URL('docs/webhooks.md', repository), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\|/gm)].map(([, event]) => event)
  expect(rows).toEqual([...publicEvents])
})
