/** A mark of what a form shows: the same for the same content, so that a save can say what it saw. */
import { createHash } from 'node:crypto'
import type { Snapshot } from '#server/database/journal.ts'

export function versionOf(content: Snapshot): string {
  const inOrder = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(inOrder)).digest('base64url').slice(0, 22)
}
