/**
 * Erasure of a person's data from sealed events. Their seals stay, so that the chain goes on. What such an event still
 * says is vouched for by the event of the erasure, which is sealed later and holds one digest of all that was left, with
 * the seals before and of each: neither what was left nor what came before it can be exchanged.
 */
import type { Digest } from '#features/seals/rules/chain.ts'

/** A sealed event after an erasure: its place, the seal before it and its own, and the digest of what it still says. */
export type ErasedLink = {
  readonly sequence: number
  readonly previous: string
  readonly hash: string
  /** SHA-256 of the event's canonical text without the erased data. */
  readonly content: string
}

/** Digest of an erasure, by which its own event vouches for the events that it left, in the order of the chain. */
export const erasureDigest = (digest: Digest, links: readonly ErasedLink[]): string =>
  digest(
    links
      .map(({ sequence, previous, hash, content }) => `${sequence} ${previous} ${hash} ${content}`)
      .join('\n'),
  )

/** Name under which the product goes on speaking of a person whose data were erased. */
export const erasedName = 'Persona borrada'

/** Address of such a person, under `.invalid`, which reaches nobody (RFC 2606). */
export const erasedAddress = (userId: string): string => `${userId}@borrada.invalid`

/** Fields of events about a person that hold their data, whatever the value. */
const personalFields: ReadonlySet<string> = new Set([
  'name',
  'lastName',
  'email',
  'newEmail',
  'position',
  'department',
  'timeZone',
  'phone',
  'ip',
  // Names that the person gave to an application of codes, and to a passkey.
  'factor',
  'passkey',
  'device',
])

/** Fields that say what something is called, or what was written of it: a company's words, though they may equal a name. */
const wordsOfCompany: ReadonlySet<string> = new Set([
  'name',
  'description',
  'reference',
  'invoiceNumber',
  'providerName',
  'clientName',
  'projectName',
  'issuerName',
  'holder',
])

export type Erasable = {
  /** Names and addresses that are known to be the person's. */
  readonly known: ReadonlySet<string>
  /** True when the event is about the person, so that its personal fields are theirs. */
  readonly isAboutThem: boolean
}

/** A string of a JSON text, with the colon behind a name. */
const jsonString = /"((?:[^"\\]|\\.)*)"(:?)/g

/**
 * Content of an event, as JSON text, without a person's data: their strings become `erasedName`, and all else keeps
 * every digit.
 */
export function withoutPersonalData(content: string, { known, isAboutThem }: Erasable): string {
  let field = ''
  return content.replaceAll(jsonString, (token, inside: string, colon: string) => {
    const value = String(JSON.parse(`"${inside}"`))
    if (colon !== '') {
      field = value
      return token
    }
    const isTheirs = isAboutThem
      ? known.has(value) || personalFields.has(field)
      : known.has(value) && !wordsOfCompany.has(field)
    return isTheirs ? JSON.stringify(erasedName) : token
  })
}
