/** Kinds of rows, as each says itself. */
import type { z } from 'zod'
import type { RowFault } from '#features/imports/rules.ts'
import type { Invite } from '#features/people/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Text of each field of a row, empty where the file has no column for it. */
export type RowTexts = { readonly [field: string]: string }

export type Made = { readonly id: string } | { readonly faults: readonly RowFault[] }

/** `invite`: sends the mails of an invitation, with the commit. */
export type MakeParts = { readonly invite: Invite }

export type KindOfRow = {
  /** Makes what the row says, or says everything that is wrong with it. */
  readonly make: (tx: TenantTx, actor: Actor, texts: RowTexts, parts: MakeParts) => Promise<Made>
  /** Keys that no two rows of a file may share, as `NIF B12345674`. */
  readonly keys: (texts: RowTexts) => readonly string[]
  /** Takes back what a row became; a sentence where it stays, with the reason. */
  readonly undo: (tx: TenantTx, actor: Actor, id: string) => Promise<true | string>
}

export const faulty = (field: string | null, text: string): Made => ({ faults: [{ field, text }] })

/** The body of the call, or a fault for each field that it refuses, under the name of its column. */
export function parsedRow<T>(
  wire: z.ZodType<T>,
  body: object,
  columnByField: { readonly [field: string]: string } = {},
): { readonly body: T } | { readonly faults: readonly RowFault[] } {
  const found = wire.safeParse(body)
  if (found.success) return { body: found.data }
  return {
    faults: found.error.issues.map(({ path: [first], message }) => ({
      field: first === undefined ? null : (columnByField[String(first)] ?? String(first)),
      text: message,
    })),
  }
}

/** What a command answered: the thing made, or its refusal in words, at the field that it is about. */
export function answered<T extends object>(
  answer: T | Refusal,
  idIn: (made: T) => string,
  words: (refusal: Refusal) => string,
  fieldByRefusal: { readonly [kind: string]: string },
): Made {
  if (isRefusal(answer)) return faulty(fieldByRefusal[answer.refused] ?? null, words(answer))
  return { id: idIn(answer) }
}

/** Tax ids and accounts alike but for spaces and signs. */
export const keyText = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A key of a row, where it has one. */
export const keyed = (name: string, text: string): string[] => (text === '' ? [] : [`${name} ${text}`])
