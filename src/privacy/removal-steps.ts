/** Order in which tables lose a company's rows: none while another table's rows still reference its own. */

/** A foreign key: rows of `from` name rows of `to`. */
export type Reference = { readonly from: string; readonly to: string }

/**
 * Steps in which tables lose their rows. Tables that reference one another in a circle form one step: a single
 * statement, at whose end the database looks at all of their references.
 */
export function removalSteps(tables: readonly string[], references: readonly Reference[]): string[][] {
  const reached = new Map(tables.map(table => [table, reachedFrom(table, references)]))
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) ?? false
  const steps: string[][] = []
  const left = new Set(tables)
  while (left.size > 0) {
    const isNamedByOthers = (table: string) =>
      [...left].some(other => reaches(other, table) && !reaches(table, other))
    const free = [...left].filter(table => !isNamedByOthers(table))
    const [first = ''] = free
    const step = free.filter(table => table === first || (reaches(first, table) && reaches(table, first)))
    steps.push(step)
    for (const table of step) left.delete(table)
  }
  return steps
}

/** Tables that a table references, directly or through others. */
function reachedFrom(table: string, references: readonly Reference[]): ReadonlySet<string> {
  const found = new Set<string>()
  const queue = [table]
  for (let from = queue.pop(); from !== undefined; from = queue.pop())
    for (const { to } of references.filter(reference => reference.from === from))
      if (!found.has(to)) {
        found.add(to)
        queue.push(to)
      }
  return found
}
