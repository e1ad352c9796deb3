/** Wire of imports: a file comes in, its columns are chosen, its rows are looked at, and some or all are imported. */
import { z } from 'zod'
import { importKinds } from '#features/imports/rules/columns.ts'
import { maxFileBytes, maxRows, unreadableKinds } from '#features/imports/rules/unreadable.ts'
import { importStates, rowStates } from '#features/imports/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, InstantWire, lineWire, UuidWire } from '#kernel/wire.ts'

export const ImportKindWire = z.enum(importKinds, { error: 'Elige qué quieres importar' })

/** Rows by what has become of them. */
export const ImportCountsWire = z.object({
  unchecked: z.int(),
  good: z.int(),
  /** Rows whose thing the company has already. */
  existing: z.int(),
  refused: z.int(),
  waiting: z.int(),
  made: z.int(),
  undone: z.int(),
  kept: z.int(),
})

const Summary = {
  id: z.string(),
  kind: ImportKindWire,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Rows of the file below its headings. */
  rows: z.int(),
  createdAt: InstantWire,
  createdByName: z.string(),
  counts: ImportCountsWire,
}

export const ImportSummaryWire = z.object(Summary)
export type ImportSummaryWire = z.infer<typeof ImportSummaryWire>

export const ImportWire = z.object({
  ...Summary,
  headings: z.array(z.string()),
  /** Column of each field, counted from 0. */
  columns: z.record(z.string(), z.int()),
  /** The first rows of the file, each with its cells. */
  samples: z.array(z.array(z.string())),
  revision: z.int(),
  /** Rows done of the rows of the work under way; null when nothing is under way. */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
  /** The last import of the same file; null when there is none. */
  twin: z.object({ at: InstantWire, byName: z.string(), made: z.int() }).nullable(),
  finishedAt: InstantWire.nullable(),
  can: z.object({ match: AbilityWire, start: AbilityWire, undo: AbilityWire }),
})
export type ImportWire = z.infer<typeof ImportWire>

export const ImportRowWire = z.object({
  /** Number of the row in the file, as a spreadsheet counts it. */
  place: z.int(),
  cells: z.array(z.string()),
  state: z.enum(rowStates),
  /** Its faults; `field` is null for the row as a whole. */
  faults: z.array(z.object({ field: z.string().nullable(), text: z.string() })),
  /** Sentence on what it becomes; null where its cells say all. */
  note: z.string().nullable(),
  madeId: z.string().nullable(),
})
export type ImportRowWire = z.infer<typeof ImportRowWire>

const ImportParams = z.object({ importId: UuidWire })
const Changed = z.object({ id: z.string() })
const common = ['forbidden', 'company_suspended'] as const
const ofExisting = [...common, 'not_found'] as const

export const listImports = endpoint({
  id: 'listImports',
  method: 'GET',
  path: '/api/imports',
  summary: 'The last imports of the company, newest first.',
  response: z.object({ items: z.array(ImportSummaryWire), can: z.object({ create: AbilityWire }) }),
})

export const createImport = endpoint({
  id: 'createImport',
  method: 'POST',
  path: '/api/imports',
  summary:
    'Reads a CSV or an XLSX: its columns are matched by their headings, and nothing is imported yet. An API token needs the scope of what the file makes too.',
  body: z.object({
    kind: ImportKindWire,
    fileName: lineWire(200, 'Nombre del archivo requerido'),
    /** Bytes of the file in base64. */
    content: z
      .string()
      .max(Math.ceil(maxFileBytes / 3) * 4, 'El máximo son 4 MB')
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'El archivo no ha llegado entero'),
  }),
  response: Changed,
  refusals: [...common, ...unreadableKinds],
  idempotent: true,
  bodyLimit: maxFileBytes * 2,
})

export const getImport = endpoint({
  id: 'getImport',
  method: 'GET',
  path: '/api/imports/:importId',
  summary: 'An import: its columns, its progress and its counts.',
  params: ImportParams,
  response: ImportWire,
})

export const listImportRows = endpoint({
  id: 'listImportRows',
  method: 'GET',
  path: '/api/imports/:importId/rows',
  summary: 'Rows of an import in one state, in the order of the file.',
  params: ImportParams,
  query: z.object({
    state: z.enum(rowStates).default('refused'),
    /** Number of the last row of the previous page. */
    after: z.coerce.number().int().min(0).max(2_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ items: z.array(ImportRowWire), next: z.int().nullable() }),
})

export const matchImport = endpoint({
  id: 'matchImport',
  method: 'PUT',
  path: '/api/imports/:importId/columns',
  summary: 'Says which column is which, and has every row checked by the rules of making one by hand.',
  params: ImportParams,
  body: z.object({
    /** Column of each field, counted from 0. */
    columns: z.record(z.string().max(40), z.int().min(0).max(99)),
    revision: z.int().min(1).max(1_000_000),
  }),
  response: Changed,
  refusals: [...ofExisting, 'import_ended', 'stale_import', 'unsound_columns', 'missing_columns'],
})

export const startImport = endpoint({
  id: 'startImport',
  method: 'POST',
  path: '/api/imports/:importId/start',
  summary: 'Imports all good rows, or chosen ones; it goes on by itself, and each row comes once.',
  params: ImportParams,
  body: z.object({
    /** Numbers of the chosen rows; null for all that are good. */
    places: z.array(z.int().min(1).max(2_000_000)).max(maxRows).nullable().default(null),
    revision: z.int().min(1).max(1_000_000),
  }),
  response: Changed,
  refusals: [
    ...ofExisting,
    'import_busy',
    'import_ended',
    'not_checked',
    'stale_import',
    'no_good_rows',
    'same_file_running',
  ],
  idempotent: true,
})

export const undoImport = endpoint({
  id: 'undoImport',
  method: 'POST',
  path: '/api/imports/:importId/undo',
  summary: 'Takes back what an import made and nobody has touched since; the rest stays, with the reason.',
  params: ImportParams,
  response: Changed,
  refusals: [...ofExisting, 'import_busy', 'not_finished', 'not_requester'],
  idempotent: true,
})

/** A small file inside of an answer. */
const FileWire = z.object({
  name: z.string(),
  mediaType: z.string(),
  /** Bytes in base64. */
  content: z.string(),
})

const format = z.enum(['xlsx', 'csv']).default('xlsx')

export const importTemplate = endpoint({
  id: 'importTemplate',
  method: 'GET',
  path: '/api/imports/template',
  summary: 'A file to fill in: the headings of a kind, and an example.',
  query: z.object({ kind: ImportKindWire.default('providers'), format }),
  response: FileWire,
})

export const refusedRowsFile = endpoint({
  id: 'refusedRowsFile',
  method: 'GET',
  path: '/api/imports/:importId/refused-file',
  summary: 'The refused rows as a file, each with its reasons, to mend and bring again.',
  params: ImportParams,
  query: z.object({ format }),
  response: FileWire,
})
