import { factName, factValue } from '#features/audit/text/fact-names.ts'
import type { AuditEventDetailWire } from '#features/audit/wire.ts'
import { toleranceText } from '#features/companies/text/tolerance.ts'
import { ToleranceWire } from '#features/companies/wire/tolerance.ts'

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
          {changes.map(({ name, before, after }) => (
            <tr key={name} className="align-top">
              <th scope="row" className="px-3 py-2 font-normal text-ink-soft">
                {name}
              </th>
              <td className="break-words px-3 py-2">{before}</td>
              <td className="break-words px-3 py-2">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export type Change = { name: string; before: string; after: string }

/** The facts that an event recorded, each with its value before and after. */
export function listChanges({ before, after }: Pick<AuditEventDetailWire, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // Stands above, by its name.
  names.delete('apiTokenId')
  return [...names].map(name => ({
    name: factName(name),
    before: name === 'tolerance' ? toleranceWords(before?.[name]) : factText(before?.[name]),
    after: name === 'tolerance' ? toleranceWords(after?.[name]) : factText(after?.[name]),
  }))
}

/** Tolerance of a contract or of the company: '5 % del total, hasta 500 €'. */
function toleranceWords(value: unknown): string {
  const found = ToleranceWire.safeParse(value)
  return found.success ? toleranceText(found.data) : factText(value)
}

function factText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(factText).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${factName(name)}: ${factText(inner)}`)
      .join(' · ')
  return factValue(String(value))
}
