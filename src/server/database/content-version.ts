/** Version of a form's content: a hash, equal for equal content, so that a save can name the version it was based on. */
import { createHash } from 'node:crypto'
import type { Snapshot } from '#kernel/fact.ts'

export function contentVersion(content: Snapshot): string {
  const inOrder = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22)
}
