/** What the page of imports opens with: `?kind=clients`. */
export function parseImportSearch({ kind }: { kind?: unknown }): { kind?: string | undefined } {
  return typeof kind === 'string' ? { kind } : {}
}
