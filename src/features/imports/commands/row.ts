/** Kinds of rows, as each says itself. */
import type { z } from 'zod'
import type { Read } from '#features/imports/rules/cells.ts'
import type { RowFault } from '#features/imports/rules.ts'
import type { Invite } from '#features/people/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'
import { sqlState } from '#server/database/db.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { ProblemError } from '#server/problems.ts'

/** Text of each field of a row, empty where the file has no column for it. */
export type RowTexts = { readonly [field: string]: string }

export type Refused = {
  readonly faults: readonly RowFault[]
  /** True when nothing is wrong but that the thing is there already. */
  readonly isExisting?: boolean
}

/** `note`: what was made, in a sentence. */
export type Made = { readonly id: string; readonly note?: string } | Refused

/** `invite`: sends the mails of an invitation, with the commit. */
export type MakeParts = { readonly invite: Invite }

/** `text`: what no two rows of a file may share, as `NIF B12345674`; `field`: where it stands. */
export type RowKey = { readonly field: string; readonly text: string }

export type KindOfRow = {
  /** Rows of one transaction: one where making it takes locks that others wait for. */
  readonly rowsAtOnce: number
  /** Makes what the row says, or says everything that is wrong with it. */
  readonly make: (tx: TenantTx, actor: Actor, texts: RowTexts, parts: MakeParts) => Promise<Made>
  readonly keys: (texts: RowTexts) => readonly RowKey[]
  /** Takes back what a row became; a sentence where it stays, with the reason. `importerId`: whoever started the import. */
  readonly undo: (tx: TenantTx, actor: Actor, id: string, importerId: string) => Promise<true | string>
}

export const faulty = (field: string | null, text: string): Refused => ({ faults: [{ field, text }] })

/** Faults of cells, by their fields. */
export const cellFaults = (reads: { readonly [field: string]: Read<unknown> }): RowFault[] =>
  Object.entries(reads).flatMap(([field, { fault }]) => (fault === null ? [] : [{ field, text: fault }]))

/** Faults and, behind them, those of others about fields that have none yet. */
export function withOthers(faults: readonly RowFault[], others: readonly RowFault[]): RowFault[] {
  const named = new Set(faults.map(({ field }) => field))
  return [...faults, ...others.filter(({ field }) => field === null || !named.has(field))]
}

/** Call that a row becomes: its schema and body, under which column each field stands, and what makes it. */
type Call<Body> = {
  readonly wire: z.ZodType<Body>
  readonly body: { readonly [field: string]: unknown }
  readonly columnByField?: { readonly [field: string]: string }
  readonly make: (body: Body) => Promise<Made>
}

/**
 * Makes what a row says. `found`: faults that its cells have already, whose fields hold something sound in the body. With
 * a fault, what is sound of the row is tried all the same, so that everything that is wrong with it is said at once;
 * whatever that makes is undone with the row.
 */
export async function madeFrom<Body>(
  { wire, body, columnByField = {}, make }: Call<Body>,
  found: readonly RowFault[] = [],
): Promise<Made> {
  const whole = wire.safeParse(body)
  if (whole.success && found.length === 0) return make(whole.data)
  const columnFor = (field: string) => columnByField[field] ?? field
  const issues = whole.success ? [] : whole.error.issues
  const faults = withOthers(
    found,
    issues.map(({ path: [first], message }) => ({
      field: first === undefined ? null : columnFor(String(first)),
      text: message,
    })),
  )
  const wrong = new Set(issues.map(({ path: [first] }) => String(first)))
  const sound = wire.safeParse(
    Object.fromEntries(Object.entries(body).filter(([field]) => !wrong.has(field))),
  )
  if (!sound.success) return { faults }
  const tried = await make(sound.data).catch(faultsFromError)
  return { faults: 'faults' in tried ? withOthers(faults, tried.faults) : faults }
}

/** Answer of a command: the thing made, or its refusal in words, at the field that it is about. */
export function answered<T extends object>(
  answer: T | Refusal,
  idIn: (made: T) => string,
  words: (refusal: Refusal) => string,
  { fields, existing = [] }: RefusalFields,
): Made {
  if (!isRefusal(answer)) return { id: idIn(answer) }
  const { refused } = answer
  return { ...faulty(fields[refused] ?? null, words(answer)), isExisting: existing.includes(refused) }
}

/** A row that was made, with a sentence behind those that it says already. */
export const withNote = (made: Made, note: string | null): Made =>
  'faults' in made || note === null ? made : { ...made, note: made.note ? `${made.note}. ${note}` : note }

/** `fields`: field that a refusal is about; `existing`: refusals that say that the thing is there already. */
type RefusalFields = {
  readonly fields: { readonly [refused: string]: string }
  readonly existing?: readonly string[]
}

/** The faults of an error that is the row's. @throws any other. */
export function faultsFromError(error: unknown): Refused {
  if (error instanceof ProblemError && error.problem.status < 500) return problemFaults(error)
  // SQL states of data and of constraints: the database refuses what no rule has named.
  if (/^2[23]/.test(sqlState(error) ?? '')) return faulty(null, 'No se ha podido crear: revisa sus datos.')
  throw error
}

function problemFaults({ problem: { title, detail, issues = [] } }: ProblemError): Refused {
  if (issues.length === 0) return faulty(null, detail ?? title)
  return {
    faults: issues.map(({ pointer, message }) => ({ field: pointer.split('/')[1] || null, text: message })),
  }
}

/** Tax ids and accounts alike but for spaces and signs. */
export const keyText = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A key of a row, where it has one. */
export const keyed = (field: string, name: string, text: string): RowKey[] =>
  text === '' ? [] : [{ field, text: `${name} ${text}` }]
