// Facts that nobody defined, with other content, or that a subscriber forgot, do not compile: the type checker is this
// file's second test runner, because an expected error that does not come is one.
import { expect, test } from 'vitest'
import {
  type AnswersOf,
  answerTo,
  content,
  defineFacts,
  objectLabel,
  type RecordedFact,
} from '#kernel/fact.ts'

const parcelFact = defineFacts({
  'parcel.sent': {
    object: 'document',
    sentence: 'Paquete enviado',
    content: content<{ after: { weight: number } }>(),
    subscribers: ['notices', 'live'],
  },
  'parcel.opened': {
    object: 'document',
    sentence: after => `Paquete abierto por ${after?.by}`,
    content: content<object>(),
    subscribers: ['live'],
  },
  'parcel.lost': { object: 'document', sentence: 'Paquete perdido', content: content<object>() },
})
type ParcelFacts = typeof parcelFact.definitions

const recorded = (kind: string): RecordedFact => ({
  id: '0',
  kind,
  at: '2026-01-01T00:00:00Z',
  objectId: 'DOC-1',
  actorId: null,
})

test('a fact is of a kind that its slice defines, with that kind’s content', () => {
  expect(parcelFact('parcel.sent', 'DOC-1', { after: { weight: 2 }, reason: 'urge' })).toEqual({
    kind: 'parcel.sent',
    object: { type: 'document', id: 'DOC-1' },
    subscribers: ['notices', 'live'],
    after: { weight: 2 },
    reason: 'urge',
  })
  expect(parcelFact('parcel.lost', 'DOC-1', {}).subscribers).toEqual([])
  // @ts-expect-error The content of another kind.
  parcelFact('parcel.sent', 'DOC-1', { after: { colour: 'red' } })
  // @ts-expect-error Content left out.
  parcelFact('parcel.sent', 'DOC-1', {})
})

test('a fact without a sentence, about an unknown object, or for an unknown subscriber, is none', () => {
  // @ts-expect-error No sentence.
  defineFacts({ 'parcel.kept': { object: 'document', content: content<object>() } })
  // @ts-expect-error An object that nothing is about.
  defineFacts({ 'parcel.kept': { object: 'parcel', sentence: '', content: content<object>() } })
  const kept = { object: 'document', sentence: '', content: content<object>() } as const
  // @ts-expect-error A subscriber that nobody is.
  defineFacts({ 'parcel.kept': { ...kept, subscribers: ['nobody'] } })
  expect(objectLabel('payment_batch')).toBe('Remesa')
})

test('one fact concerns the subscribers that its content says, all of its kind when it says nothing', () => {
  const sentFact = defineFacts({
    'parcel.sent': {
      object: 'document',
      sentence: 'Paquete enviado',
      content: content<{ after: { weight: number } }>(),
      subscribers: ['notices', 'live'],
      concerned: ({ after }: { after: { weight: number } }) =>
        after.weight > 1 ? ['notices', 'live'] : ['live'],
    },
  })
  expect(sentFact('parcel.sent', 'DOC-1', { after: { weight: 2 } }).subscribers).toEqual(['notices', 'live'])
  expect(sentFact('parcel.sent', 'DOC-1', { after: { weight: 1 } }).subscribers).toEqual(['live'])
})

test('a subscriber answers each kind that names it, and no other', () => {
  const live: AnswersOf<ParcelFacts, 'live', string> = {
    'parcel.sent': ({ after }) => `${after.weight} kg`,
    'parcel.opened': ({ kind }) => kind,
  }
  expect(answerTo(live, { ...recorded('parcel.sent'), after: { weight: 3 } })).toBe('3 kg')
  // @ts-expect-error A kind that names the subscriber is left out.
  const forgetful: AnswersOf<ParcelFacts, 'live', string> = { 'parcel.sent': () => '' }
  const eager: AnswersOf<ParcelFacts, 'notices', string> = {
    'parcel.sent': () => '',
    // @ts-expect-error A kind that does not name the subscriber.
    'parcel.lost': () => '',
  }
  expect([answerTo(forgetful, recorded('parcel.opened')), Object.keys(eager).length]).toEqual([null, 2])
})

test('a kind of a newer release has no answer', () => {
  expect(answerTo({ 'parcel.sent': () => 'x' }, recorded('toString'))).toBeNull()
})
