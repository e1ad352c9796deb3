/** Queries and mutations of imports that the browser makes. */
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ImportKind } from '#features/imports/rules/columns.ts'
import { isWorking, type RowState } from '#features/imports/rules.ts'
import {
  createImport,
  getImport,
  type ImportWire,
  importTemplate,
  listImportRows,
  listImports,
  matchImport,
  refusedRowsFile,
  startImport,
  undoImport,
} from '#features/imports/wire.ts'
import type { BodyOf, ResponseOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { call } from '#ui/api.ts'
import { queryClient } from '#ui/query-client.ts'

export const importsQuery = queryOptions({
  queryKey: ['imports', 'all'],
  queryFn: ({ signal }) => call(listImports, { signal }),
})

/** Time between two looks at work under way. */
const lookAgainMs = 700

export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: ['imports', 'one', importId],
    queryFn: ({ signal }) => call(getImport, { params: { importId }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data.state) ? lookAgainMs : false),
  })

/** `revision` and `made`: rows that were read before other columns were chosen, or before the end, are others. */
export const importRowsQuery = ({ id, revision, state: now }: ImportWire, state: RowState) =>
  infiniteQueryOptions({
    queryKey: ['imports', 'rows', id, revision, now, state],
    queryFn: ({ pageParam, signal }) =>
      call(listImportRows, {
        params: { importId: id },
        query: { state, after: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: { next: number | null }) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  })

const importsChanged = () => queryClient.invalidateQueries({ queryKey: ['imports'] })

/** Lists other than those of imports are read anew: an import may have changed any of them. */
export const everythingElseChanged = () =>
  queryClient.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'imports' })

/** Reads a file; the answer is the id of its import. @throws ApiProblem, NetworkProblem */
export async function bringFile(kind: ImportKind, file: File): Promise<string> {
  const body = { kind, fileName: file.name.slice(0, 200), content: await base64(file) }
  const { id } = await call(createImport, { body, idempotencyKey: newId() })
  void queryClient.invalidateQueries({ queryKey: ['imports', 'all'] })
  return id
}

const base64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export const matchMutation = mutationOptions({
  mutationFn: ({ importId, body }: { importId: string; body: BodyOf<typeof matchImport> }) =>
    call(matchImport, { params: { importId }, body }),
  onSettled: importsChanged,
})

export const startMutation = mutationOptions({
  mutationFn: ({ importId, ...body }: { importId: string; places: number[] | null; revision: number }) =>
    call(startImport, { params: { importId }, body, idempotencyKey: newId() }),
  onSettled: importsChanged,
})

export const undoMutation = mutationOptions({
  mutationFn: (importId: string) => call(undoImport, { params: { importId }, idempotencyKey: newId() }),
  onSettled: importsChanged,
})

type Format = 'csv' | 'xlsx'

export const saveTemplate = mutationOptions({
  mutationFn: async ({ kind, format }: { kind: ImportKind; format: Format }) =>
    save(await call(importTemplate, { query: { kind, format } })),
})

export const saveRefusedRows = mutationOptions({
  mutationFn: async ({ importId, format }: { importId: string; format: Format }) =>
    save(await call(refusedRowsFile, { params: { importId }, query: { format } })),
})

function save({ name, mediaType, content }: ResponseOf<typeof importTemplate>): void {
  const bytes = Uint8Array.from(atob(content), sign => sign.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
