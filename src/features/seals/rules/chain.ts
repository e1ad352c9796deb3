/**
 * The journal of a company as a hash chain: the seal of an event is the digest of its content and of the previous seal, so
 * that no event can be changed, deleted, inserted or moved without breaking every later seal.
 */

/** An event as the database stores it, as text, so that no value is rounded or reformatted. */
export type SealedEvent = {
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

/** Function that digests a text, by SHA-256 in hexadecimal. */
export type Digest = (text: string) => string

/** The previous seal of a company's first event. */
export const genesis = '0'.repeat(64)

/** The canonical text of an event: JSON without spaces, its keys in alphabetical order. */
export function canonical(event: SealedEvent): string {
  const sorted = Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted))
}

/** The seal of an event upon the previous seal. */
export const computeSeal = (digest: Digest, previous: string, event: SealedEvent): string =>
  digest(previous + canonical(event))

/** One place of the chain: its seal, and its event; null when the event is gone. */
export type ChainLink = {
  readonly sequence: number
  readonly hash: string
  readonly event: SealedEvent | null
  /** True when a person's data were erased from the event: another event vouches for what is left (`erasure.ts`). */
  readonly isErased: boolean
}
/** A place in a chain: a sequence number and the seal there. */
export type Head = { readonly sequence: number; readonly hash: string }

/** Tampering as far as the chain shows it: the kind, and the first sequence number that is not as it was sealed. */
export type Fault = {
  readonly sequence: number
  /** `cut`: the end of the chain is missing. `edited` is also said of what none of the others explains. */
  readonly kind: 'edited' | 'deleted' | 'inserted' | 'swapped' | 'cut'
}

/**
 * True when a link follows `before`: it has the next sequence number and an event, and is sealed upon the previous seal,
 * as far as that can still be computed.
 */
export const follows = (
  digest: Digest,
  before: Head,
  { sequence, hash, event, isErased }: ChainLink,
): boolean =>
  sequence === before.sequence + 1 &&
  event !== null &&
  (isErased || computeSeal(digest, before.hash, event) === hash)

/** The links after the first that does not follow, as far as the kind of a fault depends on them: there may be millions. */
export type Later = {
  readonly next: ChainLink | null
  /** The last of all; the first that does not follow when there is no other. */
  readonly last: ChainLink
  /** True when one of them exchanged what it was sealed with with the first. */
  readonly isSwapped: boolean
}

/** No link yet after the first that does not follow. */
export const noLater = (first: ChainLink): Later => ({ next: null, last: first, isSwapped: false })

/** One more of the links after the first that does not follow, in the order of the chain. */
export const withLater = (
  digest: Digest,
  { before, first, later }: Pick<BrokenChain, 'before' | 'first' | 'later'>,
  link: ChainLink,
): Later => ({
  next: later.next ?? link,
  last: link,
  isSwapped: later.isSwapped || areSwapped(digest, before, [first, link]),
})

/** A chain around the place where it breaks. */
export type BrokenChain = {
  /** The last seal that follows from those before it. */
  readonly before: Head
  /** The seal before `before`; null at the beginning. */
  readonly earlier: Head | null
  /** The first link that does not follow. */
  readonly first: ChainLink
  readonly later: Later
  /** The end of the chain as the company's row records it. */
  readonly head: Head
}

/** The first fault of a broken chain, and its kind, as far as the remaining links show it. */
export function findFault(digest: Digest, { before, earlier, first, later, head }: BrokenChain): Fault {
  if (first.sequence === before.sequence) return { sequence: before.sequence, kind: 'inserted' }
  const sequence = before.sequence + 1
  if (first.sequence !== sequence || first.event === null) return { sequence, kind: 'deleted' }
  const isSealedUpon = (on: Head | null, link: ChainLink | null, hashes: readonly string[]) =>
    on !== null && link?.event != null && hashes.includes(computeSeal(digest, on.hash, link.event))
  // The link was sealed upon `earlier`: `before` was inserted between them, with a fitting seal.
  if (isSealedUpon(earlier, first, [first.hash])) return { sequence: before.sequence, kind: 'inserted' }
  const { next, last, isSwapped } = later
  // The next link was sealed upon `before`: `first` was inserted between them.
  if (isSealedUpon(before, next, next ? [next.hash] : [])) return { sequence, kind: 'inserted' }
  if (isSwapped) return { sequence, kind: 'swapped' }
  // The chain is one shorter than its head says, and the link after `first`, if there is one, follows it: an event was
  // deleted, and the later ones were numbered anew.
  const hasMovedUp = last.sequence === head.sequence - 1 && (!next || follows(digest, first, next))
  return { sequence, kind: hasMovedUp ? 'deleted' : 'edited' }
}

/**
 * True when two links exchanged what they were sealed with: a seal of one of them fits the other's event here, as it is,
 * with the first's id, or with its id and number.
 */
function areSwapped(digest: Digest, before: Head, [first, other]: readonly [ChainLink, ChainLink]): boolean {
  if (!first.event || !other.event) return false
  const { id, number } = first.event
  const candidates = [other.event, { ...other.event, id }, { ...other.event, id, number }]
  return candidates.some(
    event =>
      [first.hash, other.hash].includes(computeSeal(digest, before.hash, event)) &&
      !isSame(event, first.event),
  )
}

const isSame = (event: SealedEvent, other: SealedEvent | null) =>
  other !== null && canonical(event) === canonical(other)

/** The fault at the end of a chain whose links all follow: its last link is not the recorded head. Null when it is. */
export function faultAtEnd(last: Head, head: Head): Fault | null {
  if (last.sequence < head.sequence) return { sequence: last.sequence + 1, kind: 'cut' }
  if (last.sequence > head.sequence) return { sequence: head.sequence + 1, kind: 'inserted' }
  return last.hash === head.hash ? null : { sequence: head.sequence, kind: 'edited' }
}
