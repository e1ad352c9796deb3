/**
 * SQL written by hand, values always parameters. `sql` makes a query that is prepared once per connection;
 * `search` one that is planned afresh each time, because a prepared `LIKE $n` falls back to a generic plan
 * after five runs.
 */
import { createHash } from 'node:crypto'

export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

class Fragment {
  readonly strings: readonly string[]
  readonly parts: readonly unknown[]
  constructor(strings: readonly string[], parts: readonly unknown[]) {
    this.strings = strings
    this.parts = parts
  }
}

export type Part = Fragment

const names = new Map<string, string>()

/** A piece of SQL to be put inside another: `where ${when(text, sql…)}`. */
export function part(strings: TemplateStringsArray, ...parts: readonly unknown[]): Fragment {
  return new Fragment(strings, parts)
}

export const nothing = part``

export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const query = render(new Fragment(strings, parts))
  return { ...query, name: nameOf(query.text) }
}

export function search(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  return render(new Fragment(strings, parts))
}

/** A write, and whether it must write exactly one row. */
export type Write = { readonly query: Sql; readonly isOne: boolean }

/**
 * Several writes as one statement. None sees what another has written; in this order they take their locks. It
 * answers one row, `counts`: how many rows each wrote; and fails when one that must write one row does not.
 */
export function together(writes: readonly Write[]): Sql {
  const values: unknown[] = []
  const names: string[] = []
  const counts: string[] = []
  for (const [index, { query, isOne }] of writes.entries()) {
    const text = query.text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + values.length}`)
    values.push(...query.values)
    names.push(`w${index} as (${text} returning 1)`)
    counts.push(
      `(select ${isOne ? '1 / (case count(*) when 1 then 1 else 0 end)' : 'count(*)'} from w${index})`,
    )
  }
  const text = `with ${names.join(', ')} select array[${counts.join(', ')}]::int[] as counts`
  return { text, values, name: nameOf(text) }
}

/** `(…), (…)` for an insert of several rows. */
export function rows(list: readonly (readonly unknown[])[]): Fragment {
  const strings: string[] = ['']
  const parts: unknown[] = []
  list.forEach((row, r) => {
    row.forEach((value, v) => {
      strings[strings.length - 1] += v === 0 ? (r === 0 ? '(' : ', (') : ', '
      parts.push(value)
      strings.push('')
    })
    strings[strings.length - 1] += ')'
  })
  return new Fragment(strings, parts)
}

function render(fragment: Fragment): Sql {
  const values: unknown[] = []
  const text = renderInto(fragment, values)
  return { text, values }
}

function renderInto({ strings, parts }: Fragment, values: unknown[]): string {
  return strings
    .map((string, index) => {
      if (index >= parts.length) return string
      const value = parts[index]
      if (value instanceof Fragment) return string + renderInto(value, values)
      values.push(value)
      return `${string}$${values.length}`
    })
    .join('')
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `q${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
  names.set(text, name)
  return name
}
