/** Drafts: unsent input, stored on this device. A full or closed storage stores nothing. */
import type { z } from 'zod'

const prefix = 'borrador:'

/** The stored draft of a key; null without one, or when it no longer fits the schema. */
export function readDraft<T>(key: string, schema: z.ZodType<T>): T | null {
  try {
    const read = schema.safeParse(JSON.parse(localStorage.getItem(prefix + key) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export function keepDraft(key: string, draft: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(draft))
  } catch {
    // The form still has the content.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // There was no draft.
  }
}
