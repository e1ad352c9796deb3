/**
 * The journal of a company as a hash chain: the seal of an event is the digest of its facts and of the previous seal, so
 * that no event can be changed, deleted, inserted or moved without breaking every later seal.
 */

import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** An event as the database stores it, as text, so that no value is rounded or reformatted. */
export type SealedFacts = {
  readonly companyId: string
  readonly number: string
  readonly id: string
  /** `2026-11-21T09:00:00.123456Z` */
  readonly at: string
  readonly actorId: string | null
  readonly onBehalfOf: string | null
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  /** The text of the jsonb: its keys have one order, and its numbers all their digits. */
  readonly before: string | null
  readonly after: string | null
  readonly reason: string | null
  readonly requestId: string | null
}

export type Digest = (text: string) => string

/** The previous seal of a company's first event. */
export const genesis = '0'.repeat(64)

/** The canonical text of an event: JSON without spaces, its keys in alphabetical order. */
export function canonical(event: SealedFacts): string {
  const sorted = Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted))
}

/** The seal of an event upon the previous seal. */
export const computeSeal = (digest: Digest, previous: string, event: SealedFacts): string =>
  digest(previous + canonical(event))

/** A seal of the chain with its event; null when the event is gone. */
export type Link = { readonly sequence: number; readonly hash: string; readonly event: SealedFacts | null }
/** The end of a chain up to some seal. */
export type Head = { readonly sequence: number; readonly hash: string }

export type Fault = {
  readonly sequence: number
  readonly kind: 'edited' | 'deleted' | 'inserted' | 'swapped' | 'cut'
}

/** True when a link follows `before`: it has the next sequence number and an event, and is sealed upon the previous seal. */
export const follows = (digest: Digest, before: Head, { sequence, hash, event }: Link): boolean =>
  sequence === before.sequence + 1 && event !== null && computeSeal(digest, before.hash, event) === hash

/** A chain around the place where it breaks. */
export type Broken = {
  /** The last seal that follows from those before it. */
  readonly before: Head
  /** The seal before `before`; null at the beginning. */
  readonly earlier: Head | null
  /** The first link that does not follow. */
  readonly first: Link
  readonly later: readonly Link[]
  /** The end of the chain as the company's row records it. */
  readonly head: Head
}

/** The first fault of a broken chain, and its kind, as far as the remaining links show it. */
export function findFault(digest: Digest, { before, earlier, first, later, head }: Broken): Fault {
  if (first.sequence === before.sequence) return { sequence: before.sequence, kind: 'inserted' }
  const sequence = before.sequence + 1
  if (first.sequence !== sequence || first.event === null) return { sequence, kind: 'deleted' }
  const isSealedUpon = (on: Head | null, link: Link | undefined, hashes: readonly string[]) =>
    on !== null && link?.event != null && hashes.includes(computeSeal(digest, on.hash, link.event))
  // The link was sealed upon `earlier`: `before` was inserted between them, with a fitting seal.
  if (isSealedUpon(earlier, first, [first.hash])) return { sequence: before.sequence, kind: 'inserted' }
  const [next] = later
  if (isSealedUpon(before, next, next ? [next.hash] : [])) return { sequence, kind: 'inserted' }
  if (later.some(other => areSwapped(digest, before, [first, other]))) return { sequence, kind: 'swapped' }
  const last = later.at(-1) ?? first
  // The later links follow one another, and the chain is one shorter than its head says.
  const hasMovedUp = last.sequence === head.sequence - 1 && (!next || follows(digest, first, next))
  return { sequence, kind: hasMovedUp ? 'deleted' : 'edited' }
}

/** True when the second link has the content with which the first was sealed: its row, its facts, or its id. */
function areSwapped(digest: Digest, before: Head, [first, other]: readonly [Link, Link]): boolean {
  if (!first.event || !other.event) return false
  const { id, number } = first.event
  const candidates = [other.event, { ...other.event, id }, { ...other.event, id, number }]
  return candidates.some(
    event =>
      [first.hash, other.hash].includes(computeSeal(digest, before.hash, event)) &&
      !isSame(event, first.event),
  )
}

const isSame = (event: SealedFacts, other: SealedFacts | null) =>
  other !== null && canonical(event) === canonical(other)

/** The fault at the end of a chain whose links all follow: its last link is not the recorded head. Null when it is. */
export function faultAtEnd(last: Head, head: Head): Fault | null {
  if (last.sequence < head.sequence) return { sequence: last.sequence + 1, kind: 'cut' }
  if (last.sequence > head.sequence) return { sequence: head.sequence + 1, kind: 'inserted' }
  return last.hash === head.hash ? null : { sequence: head.sequence, kind: 'edited' }
}

export const actionGroups = [
  'orders',
  'contracts',
  'projects',
  'people',
  'access',
  'company',
  'exports',
] as const
export type ActionGroup = (typeof actionGroups)[number]

const groupByObject = new Map<string, ActionGroup>([
  ...(['document', 'approval', 'recurrence', 'execution', 'receipt', 'batch'] as const).map(
    word => [word, 'orders'] as const,
  ),
  ['contract', 'contracts'],
  ...(['project', 'client', 'provider'] as const).map(word => [word, 'projects'] as const),
  ...(['person', 'notices', 'delegation'] as const).map(word => [word, 'people'] as const),
  ...(['session', 'account', 'impersonation'] as const).map(word => [word, 'access'] as const),
  ...(['company', 'flow'] as const).map(word => [word, 'company'] as const),
])

/** The filter group of an action: by its object, except for exports and certificates, which have a group of their own. */
export function actionGroup(action: string): ActionGroup | null {
  const [word = '', verb = ''] = action.split('.')
  return verb === 'exported' || verb === 'certified' ? 'exports' : (groupByObject.get(word) ?? null)
}

export type AuditRefusal = 'forbidden' | 'not_found' | 'not_approved' | 'not_for_provider'

/** Permission to read the company's journal: for its administrators. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>): true | Refusal<AuditRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/**
 * Permission to have an order's approval certified: for everybody who sees the order, once it is approved, except
 * providers, who never learn who approves.
 */
export function mayCertify(
  { providerId }: Pick<Actor, 'providerId'>,
  { state }: { readonly state: string },
): true | Refusal<AuditRefusal> {
  if (providerId !== null) return refuse('not_for_provider')
  return certifiableStates.includes(state) ? true : refuse('not_approved')
}

const certifiableStates: readonly string[] = ['approved', 'executed', 'execution_rejected']
