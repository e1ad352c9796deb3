// Facts of a list stand in its `list.ts`; everything else reads them there.
import type { Source } from './sources.ts'

/** Facts that stand in `list.ts` and nowhere else: filters, sorts, columns, and the parameters of a list's address. */
const ofLists: readonly { pattern: RegExp; where: RegExp; except?: RegExp; instead: string }[] = [
  {
    pattern: /\b(SearchWire|SheetFormatWire|pageFields|sortWire)\b/,
    where: /^src\/features\//,
    instead: 'the wire of a list is made by `listQuery` and `exportBody`',
  },
  {
    pattern: /\bkeysetPage\(\s*(?!\w+List\b)/,
    where: /^src\/features\//,
    instead: 'a page is found by the list itself',
  },
  {
    pattern: /\b\w+(Sorts|Ordering) = [[{]/,
    where: /^src\/features\//,
    instead: 'sorts are declared by the list',
  },
  {
    pattern: /\bheader: '[^']*',\s+width: \d/,
    where: /^src\//,
    instead: 'the columns of a file are declared by the list',
  },
  {
    pattern: /\bsort: '[^']+',?\s/,
    where: /^src\/features\/.*-table\.tsx$/,
    instead: 'the columns that sort are declared by the list',
  },
  {
    pattern: /\bstrict: false\b/,
    where: /^src\//,
    except: /^src\/(ui\/address|app\/use-area)\.ts$/,
    instead: 'addresses are read in `ui/address.ts`, lists by `useListSearch`',
  },
  {
    pattern: /\bvalidateSearch: (?!searchFor<typeof \w+List\b|parse\w+Search,)/,
    where: /^src\/app\//,
    instead: 'a route knows the parameters of a list by `searchFor`',
  },
  {
    pattern: /['{ ](q|sort|status|project)\??: (unknown|string)\b/,
    where: /^src\/app\/[a-z-]*search\.ts$/,
    instead: 'the parameters of a list are its own',
  },
]

export function listsByHand(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      ofLists
        .filter(({ where, except }) => where.test(path) && !except?.test(path))
        .filter(({ pattern }) => pattern.test(text))
        .map(({ instead }) => `${path}: ${instead}`),
    )
}

/** Each of these alone declares by hand what the list says. */
export const listsByHandExamples: Record<string, string>[] = [
  { 'src/features/documents/wire.ts': "import { SearchWire } from '#kernel/wire.ts'" },
  { 'src/features/documents/wire.ts': 'const query = z.object({ ...pageFields(ordering) })' },
  { 'src/features/documents/wire.ts': "export const documentSorts = ['-date', 'date'] as const" },
  { 'src/features/documents/views.ts': 'keysetPage(\n  ordering, query, {})' },
  { 'src/features/documents/views/sheet.ts': "const columns = [{ header: 'ID', width: 12 }]" },
  { 'src/features/documents/web/document-table.tsx': "const a = { id: 'name', sort: 'name', cell }" },
  { 'src/features/documents/web/document-page.tsx': 'useSearch({ strict: false })' },
  { 'src/app/pages/document-page.tsx': 'useParams({ strict: false })' },
  { 'src/app/client-routes.tsx': 'const a = { validateSearch: ({ q }) => ({ q }) }' },
  { 'src/app/list-search.ts': 'export type ListSearch = { q?: string | undefined }' },
]

export const listsInOrder: Record<string, string> = {
  'src/features/documents/wire.ts': 'const query = listQuery(documentList)',
  'src/features/documents/views.ts': 'keysetPage(documentList, query, {})',
  'src/features/documents/list.ts': "defineList({ columns: { id: { header: 'ID', file: { width: 12 } } } })",
  'src/ui/address.ts': 'useSearch({ strict: false })',
  'src/app/client-routes.tsx':
    'const a = [{ validateSearch: searchFor<typeof documentList>() }, { validateSearch: parseTypeSearch, b }]',
}
