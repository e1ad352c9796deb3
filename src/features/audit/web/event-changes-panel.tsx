import { factName } from '#features/audit/text/fact-names.ts'
import { factText } from '#features/audit/text/fact-values.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'
import { classes } from '#ui/classes.ts'

/** Changes of an event of the journal: each fact before and after. */
export function EventChangesPanel({ event }: { event: AuditEventDetailWire }) {
  const changes = listChanges(event)
  if (changes.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="Qué cambió" tabIndex={0} className="overflow-x-auto rounded-lg border">
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr className="border-b text-ink-faint text-xs">
            {['Dato', 'Antes', 'Después'].map(header => (
              <th key={header} scope="col" className="px-3 py-2 font-medium">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {changes.map(({ field, name, before, after }) => (
            <tr key={field} className="align-top">
              <th scope="row" className="px-3 py-2 font-normal text-ink-soft">
                {name}
              </th>
              <td className={cellClasses(before)}>{before}</td>
              <td className={cellClasses(after)}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Ids and hashes go on in the next line; words and amounts are never torn. */
const cellClasses = (text: string) =>
  classes('px-3 py-2', /[^\s]{21}/.test(text) ? 'wrap-anywhere' : 'break-words')

export type Change = { field: string; name: string; before: string; after: string }

/** The facts that an event recorded, each with its value before and after. */
export function listChanges({ before, after }: Pick<AuditEventDetailWire, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // Stands above, by its name.
  fields.delete('apiTokenId')
  return [...fields].map(field => ({
    field,
    name: factName(field),
    before: valueText(field, before),
    after: valueText(field, after),
  }))
}

/** The value of a field; of a tolerance, as the screens say it: '5 % del total, hasta 500 €'. */
function valueText(field: string, facts: AuditEventDetailWire['before']): string {
  const found = field === 'tolerance' ? ToleranceWire.safeParse(facts?.[field]) : null
  return found?.success ? toleranceText(found.data) : factText(field, facts?.[field], facts)
}
