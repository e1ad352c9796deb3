/**
 * Ids people see and say: `PRJ-001`, growing per company, at least three digits, gaps allowed. They are
 * the ids in addresses. Everything that nobody says aloud has a UUID, made by the app and sortable by time.
 */
import { z } from 'zod'

export type IdKind = 'PRJ' | 'CTR' | 'DOC' | 'PRV'

export function displayId(kind: IdKind, number: number): string {
  return `${kind}-${String(number).padStart(3, '0')}`
}

export const displayIdWire = (kind: IdKind) => z.string().regex(new RegExp(`^${kind}-[0-9]{3,9}$`))

/** UUID version 7: 48 bits of milliseconds, then randomness. Rows made together lie together. */
export function newId(now: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = now.toString(16).padStart(12, '0')
  const rest = Array.from(bytes.subarray(6), byte => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(rest.slice(4, 6), 16) & 0x3f) | 0x80).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(1, 4)}-${variant}${rest.slice(6, 8)}-${rest.slice(8)}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
}
