/**
 * The program's secret, from which its keys are derived: one text or, while it is rotated, several. The first makes
 * whatever is made; each of them opens what it made. While there are several, what is made carries the id of its key.
 * With one it carries none, as the release before reads it.
 */
import { hkdfSync } from 'node:crypto'

export type SecretKey = {
  /** Eight characters that follow from the text, and from which the text does not follow. */
  readonly id: string
  readonly text: string
}

export type Secret = {
  readonly first: SecretKey
  /** All keys, the first included. */
  readonly keys: readonly SecretKey[]
}

export const keyIdBytes = 6

export function makeSecret(first: string, ...others: readonly string[]): Secret {
  const keys = [first, ...others].map(text => ({ id: keyId(text), text }))
  return { first: { id: keyId(first), text: first }, keys }
}

/** The id that what is made now carries; null while there is one key. */
export const writtenId = ({ first, keys }: Secret): string | null => (keys.length > 1 ? first.id : null)

/** Keys that may have made something: the one of its id, or each where it carries none. */
export const possibleKeys = ({ keys }: Secret, id: string | null): readonly SecretKey[] =>
  id === null ? keys : keys.filter(key => key.id === id)

function keyId(text: string): string {
  return Buffer.from(hkdfSync('sha256', text, '', 'key id', keyIdBytes)).toString('base64url')
}
