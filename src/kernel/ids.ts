/**
 * Ids. A display id (`PRJ-001`) grows per company, has at least three digits, allows gaps and stands in URLs,
 * because people say it aloud. Everything else has a UUID, made by the app and sortable by time.
 */
import { z } from 'zod'

export type IdKind = 'PRJ' | 'CTR' | 'DOC' | 'PRV' | 'R'

export function displayId(kind: IdKind, number: number): string {
  return `${kind}-${String(number).padStart(3, '0')}`
}

const displayIdForm = (kind: IdKind) => new RegExp(`^${kind}-[0-9]{3,9}$`)

export const isDisplayId = (kind: IdKind, text: string): boolean => displayIdForm(kind).test(text)
export const displayIdWire = (kind: IdKind) => z.string().regex(displayIdForm(kind))

let made = 0

/** UUID version 7: 48 bits of milliseconds, a 12-bit counter, then randomness. Within one process, later ids sort later. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  made = (made + 1) % 4096
  const count = made.toString(16).padStart(3, '0')
  // `randomUUID` gives version 4: its variant and random half are the same in version 7.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${crypto.randomUUID().slice(19)}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
