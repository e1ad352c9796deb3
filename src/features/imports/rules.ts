/** Imports belong to the company's administrators: who may bring files, and what each state lets them do. */
import type { ImportKind } from '#features/imports/rules/columns.ts'
import type { UnreadableKind } from '#features/imports/rules/unreadable.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Abilities, type Refusal, refuse } from '#kernel/refusal.ts'

export const importStates = [
  'matching',
  'checking',
  'checked',
  'importing',
  'finished',
  'undoing',
  'undone',
] as const
export type ImportState = (typeof importStates)[number]

export const rowStates = [
  'unchecked',
  'good',
  /** The thing that it says is there already. */
  'existing',
  'refused',
  'waiting',
  'made',
  'undone',
  'kept',
] as const
export type RowState = (typeof rowStates)[number]

/** `field`: null for what is wrong with the row as a whole. */
export type RowFault = { readonly field: string | null; readonly text: string }

export type ImportRefusal =
  | 'forbidden'
  | 'not_found'
  | 'company_suspended'
  | 'import_busy'
  | 'import_ended'
  | 'not_checked'
  | 'not_finished'
  | 'not_requester'
  | 'stale_import'
  | 'unsound_columns'
  | 'missing_columns'
  | 'no_good_rows'
  | 'same_file_running'
  | UnreadableKind

export type ImportVerb = 'match' | 'start' | 'undo'

export function mayImport(actor: Actor): true | Refusal<ImportRefusal> {
  if (actor.role !== 'admin') return refuse('forbidden')
  return actor.companySuspended ? refuse('company_suspended') : true
}

/** True while the program works on it. */
export const isWorking = (state: ImportState): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing'

/** `made`: rows that have become something and were not undone; who started it is null before. */
type Importing = {
  readonly kind: ImportKind
  readonly state: ImportState
  readonly made: number
  readonly startedBy: string | null
  readonly startedByName: string | null
  /** True when whoever started it is no administrator of the company any more. */
  readonly isStarterGone: boolean
}

export function importAbilities(actor: Actor, importing: Importing): Abilities<ImportVerb, ImportRefusal> {
  const may = mayImport(actor)
  if (may !== true) return { match: may, start: may, undo: may }
  const { state } = importing
  const isBefore = state === 'matching' || state === 'checking' || state === 'checked'
  return {
    match: isBefore ? true : refuse('import_ended'),
    start: startAnswer(state),
    undo: undoAnswer(actor, importing),
  }
}

/**
 * Orders are withdrawn by whoever asked for them, who is whoever imported them; by any administrator once that person
 * is none any more.
 */
function undoAnswer(
  { userId }: Actor,
  { kind, state, made, startedBy, startedByName, isStarterGone }: Importing,
): true | Refusal<ImportRefusal> {
  if (isWorking(state)) return refuse('import_busy')
  if (state !== 'finished' || made === 0) return refuse('not_finished')
  return kind === 'orders' && startedBy !== userId && !isStarterGone
    ? refuse('not_requester', { importer: startedByName ?? '' })
    : true
}

function startAnswer(state: ImportState): true | Refusal<ImportRefusal> {
  if (state === 'checked') return true
  if (isWorking(state)) return refuse('import_busy')
  return refuse(state === 'matching' ? 'not_checked' : 'import_ended')
}

export type RowCounts = { readonly [state in RowState]: number }

/** Rows that the work of today has done, of all that it has to do. */
export function progress(state: ImportState, counts: RowCounts): { done: number; of: number } | null {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (state === 'checking') return { done: total - counts.unchecked, of: total }
  if (state === 'importing') return { done: counts.made, of: counts.made + counts.waiting }
  const undone = counts.undone + counts.kept
  return state === 'undoing' ? { done: undone, of: undone + counts.made } : null
}
