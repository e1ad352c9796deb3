/**
 * The journal of a company is a chain: each event is sealed with the digest of its own facts and of the seal before
 * it, so that no event can be changed, taken out, put in or moved without every later seal telling of it.
 */

import type { Actor } from '#kernel/actor.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'

/** An event as the database keeps it; nothing rounded, nothing read and written again. */
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
  /** The text of the jsonb: its keys stand in one order, and its numbers keep all their digits. */
  readonly before: string | null
  readonly after: string | null
  readonly reason: string | null
  readonly requestId: string | null
}

export type Digest = (text: string) => string

/** What the first event of a company is sealed upon. */
export const genesis = '0'.repeat(64)

/** One text for one event: its facts by name in alphabetical order, as JSON without spaces. */
export function canonical(event: SealedFacts): string {
  const sorted = Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted))
}

/** The seal of an event upon the one before it. */
export const sealOf = (digest: Digest, previous: string, event: SealedFacts): string =>
  digest(previous + canonical(event))

export type Link = { readonly sequence: number; readonly hash: string; readonly event: SealedFacts | null }
export type Head = { readonly sequence: number; readonly hash: string }

export type Fault = {
  readonly sequence: number
  readonly kind: 'edited' | 'deleted' | 'inserted' | 'swapped' | 'cut'
}

/** Whether a link is the one that belongs there: next in number, whole, and sealed upon the one before. */
export const follows = (digest: Digest, before: Head, { sequence, hash, event }: Link): boolean =>
  sequence === before.sequence + 1 && event !== null && sealOf(digest, before.hash, event) === hash

export type Broken = {
  readonly before: Head
  /** The one before that; null at the beginning. */
  readonly earlier: Head | null
  /** The first link that does not follow. */
  readonly first: Link
  readonly later: readonly Link[]
  readonly head: Head
}

/** What was done to a chain, and where first, as far as what is left of it tells. */
export function faultOf(digest: Digest, { before, earlier, first, later, head }: Broken): Fault {
  const sequence = before.sequence + 1
  if (first.sequence !== sequence || first.event === null) return { sequence, kind: 'deleted' }
  const holds = (on: Head | null, link: Link | undefined, hashes: readonly string[]) =>
    on !== null && link?.event != null && hashes.includes(sealOf(digest, on.hash, link.event))
  // It was sealed upon the one before the last, between which somebody put another with a seal that fits.
  if (holds(earlier, first, [first.hash])) return { sequence: before.sequence, kind: 'inserted' }
  const [next] = later
  if (holds(before, next, next ? [next.hash] : [])) return { sequence, kind: 'inserted' }
  if (later.some(other => areSwapped(digest, before, [first, other]))) return { sequence, kind: 'swapped' }
  const last = later.at(-1) ?? first
  // The rest holds together, and is one shorter than it was.
  const hasMovedUp = last.sequence === head.sequence - 1 && (!next || follows(digest, first, next))
  return { sequence, kind: hasMovedUp ? 'deleted' : 'edited' }
}

/** Of two links, whether the second holds what the first was sealed with: the row, its facts, or its name. */
function areSwapped(digest: Digest, before: Head, [first, other]: readonly [Link, Link]): boolean {
  if (!first.event || !other.event) return false
  const { id, number } = first.event
  const candidates = [other.event, { ...other.event, id }, { ...other.event, id, number }]
  return candidates.some(
    event =>
      [first.hash, other.hash].includes(sealOf(digest, before.hash, event)) && !isSame(event, first.event),
  )
}

const isSame = (event: SealedFacts, other: SealedFacts | null) =>
  other !== null && canonical(event) === canonical(other)

/** What is wrong where the chain ends, when every link followed the one before. */
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

const groupOfWord = new Map<string, ActionGroup>([
  ...(['document', 'approval', 'execution', 'receipt', 'batch'] as const).map(
    word => [word, 'orders'] as const,
  ),
  ['contract', 'contracts'],
  ...(['project', 'client', 'provider'] as const).map(word => [word, 'projects'] as const),
  ...(['person', 'notices', 'delegation'] as const).map(word => [word, 'people'] as const),
  ...(['session', 'account', 'impersonation'] as const).map(word => [word, 'access'] as const),
  ...(['company', 'flow'] as const).map(word => [word, 'company'] as const),
])

/** Under which heading an action is looked for: by its first word, but for what takes data out of the house. */
export function groupOf(action: string): ActionGroup | null {
  const [word = '', verb = ''] = action.split('.')
  return verb === 'exported' || verb === 'certified' ? 'exports' : (groupOfWord.get(word) ?? null)
}

export type AuditRefusal = 'forbidden' | 'not_found' | 'not_approved' | 'not_for_provider'

/** The journal of a company is read by its administration. */
export const mayAudit = ({ role }: Pick<Actor, 'role'>): true | Refusal<AuditRefusal> =>
  role === 'admin' ? true : refuse('forbidden')

/**
 * Whoever sees an order may have its approval certified, once it is approved; but for providers, who never learn who
 * approves.
 */
export function mayCertify(
  { providerId }: Pick<Actor, 'providerId'>,
  { state }: { readonly state: string },
): true | Refusal<AuditRefusal> {
  if (providerId !== null) return refuse('not_for_provider')
  return certified.includes(state) ? true : refuse('not_approved')
}

const certified: readonly string[] = ['approved', 'executed', 'execution_rejected']
