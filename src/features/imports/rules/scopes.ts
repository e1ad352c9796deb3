/** Scopes that an API token needs beside that of imports: those of making by hand what the file makes. */
import type { ChosenColumns, ImportKind } from '#features/imports/rules/columns.ts'
import type { TokenScope } from '#kernel/token-scope.ts'

const scopeByKind = {
  providers: 'providers:write',
  clients: 'clients:write',
  people: 'people:write',
  contracts: 'contracts:write',
  projects: 'projects:write',
  orders: 'orders:write',
} as const satisfies { readonly [kind in ImportKind]: TokenScope }

/** `columns`: those that are chosen; whoever orders in a project is given a permission. */
export const scopesForImport = (kind: ImportKind, columns: ChosenColumns): TokenScope[] => [
  scopeByKind[kind],
  ...(kind === 'projects' && columns.requesters !== undefined ? ['permissions:write' as const] : []),
]
