/** Search of the page of imports: the kind that it opens with, `?kind=clients`. */
export function parseImportSearch({ kind }: { kind?: unknown }): { kind?: string | undefined } {
  return typeof kind === 'string' ? { kind } : {}
}
