/**
 * SQL written by hand, values always as parameters. `sql` makes a query that is prepared once per connection; `search`
 * makes one that is planned anew at each run, because a prepared `LIKE $n` gets a generic plan after five runs; `shaped`
 * makes one of very many texts, of which those asked often are prepared; `plannedOnce` marks a long one that has one
 * good plan.
 */
import { createHash } from 'node:crypto'

export type Sql = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
  /** True when a connection plans it once, whatever its values: see `plannedOnce`. */
  readonly isPlannedOnce?: boolean
  /** True for a prepared one of very many texts, which is not asked for ever: see `shaped`. */
  readonly isShaped?: boolean
}

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

/** A fragment of SQL, for use inside a query or another fragment; its values become parameters of the query. */
export function part(strings: TemplateStringsArray, ...parts: readonly unknown[]): Fragment {
  return new Fragment(strings, parts)
}

export const nothing = part``

/** Fragments one after the other, with commas between them. */
export const commaSeparated = (parts: readonly Fragment[]): Fragment =>
  parts.reduce((all, one, index) => (index === 0 ? one : part`${all}, ${one}`), nothing)

/**
 * A number in the text of a query, not in its parameters: PostgreSQL then knows it when it plans once for all. For the
 * few values of a page's length, because each makes a text of its own.
 */
export function written(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new Error('not a whole number')
  return new Fragment([String(value)], [])
}

/** A list of words of a closed vocabulary in the text of a query: PostgreSQL then knows how many there are. */
export function writtenWords(words: readonly string[]): Fragment {
  if (words.some(word => !/^[a-z_]+$/.test(word))) throw new Error('not a word of a vocabulary')
  return new Fragment([`array[${words.map(word => `'${word}'`).join(', ')}]::text[]`], [])
}

export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const query = render(new Fragment(strings, parts))
  return { ...query, name: statementName(query.text) }
}

export function search(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  return render(new Fragment(strings, parts))
}

/** For a list, whose text changes with its filters and its reader: each prepared text holds memory on each connection. */
export function shaped(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const query = render(new Fragment(strings, parts))
  return isAskedOften(query.text) ? { ...query, name: nameFromText(query.text), isShaped: true } : query
}

/**
 * The query with one plan for each connection. For a long one whose best plan is the same for every company and value:
 * PostgreSQL would plan it anew at each run, which takes longer than running it, wherever its guess of the costs is in
 * favour of known values. A query that is not prepared stays as it is.
 */
export const plannedOnce = (query: Sql): Sql => (query.name ? { ...query, isPlannedOnce: true } : query)

/** Number of shaped texts that are prepared: each takes up to a megabyte of a connection. */
export const mostShaped = 60

const isAskedOften = askedOften({ times: 10, most: mostShaped })

/**
 * A function that is true for a text from its `times`-th call on, for `most` such texts: one more takes the place of the
 * one that was not asked for longest, which is counted anew.
 */
export function askedOften({ times, most }: { readonly times: number; readonly most: number }) {
  // In the order of their last call.
  const often = new Set<string>()
  const counts = new Map<string, number>()
  return (text: string): boolean => {
    if (often.delete(text)) {
      often.add(text)
      return true
    }
    const count = (counts.get(text) ?? 0) + 1
    if (counts.size === maxCounted) counts.clear()
    counts.set(text, count)
    if (count < times) return false
    counts.delete(text)
    const [oldest] = often
    if (often.size === most && oldest !== undefined) often.delete(oldest)
    often.add(text)
    return true
  }
}

/** Number of texts that are counted at once; then counting begins anew, because rare texts need not be known. */
const maxCounted = 500

/** A writing statement; `isOne` when it must write exactly one row. */
export type Write = { readonly query: Sql; readonly isOne: boolean }

/**
 * Several writes as one statement. No write sees the rows of another; their locks are taken in this order. The result
 * is one row, `counts`: the number of rows of each write. It fails when a write with `isOne` does not write one row.
 */
export function together(writes: readonly Write[]): Sql {
  const values: unknown[] = []
  const names: string[] = []
  const counts: string[] = []
  for (const [index, { query, isOne }] of writes.entries()) {
    const text = movedBehind(query.text, values.length)
    values.push(...query.values)
    names.push(`w${index} as (${text} returning 1)`)
    counts.push(
      `(select ${isOne ? '1 / (case count(*) when 1 then 1 else 0 end)' : 'count(*)'} from w${index})`,
    )
  }
  const text = `with ${names.join(', ')} select array[${counts.join(', ')}]::int[] as counts`
  return { text, values, name: statementName(text) }
}

/** Two queries of one row each as one query of one row; of no row, where either has none. */
export function sideBySide(left: Sql, right: Sql): Sql {
  const moved = movedBehind(right.text, left.values.length)
  const text = `select * from (${left.text}) x cross join (${moved}) y`
  return { text, values: [...left.values, ...right.values], name: statementName(text) }
}

/** Text of a statement whose values stand behind so many others. */
const movedBehind = (text: string, count: number): string =>
  text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + count}`)

/** The `(…), (…)` of an insert of several rows. */
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

export function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = nameFromText(text)
  names.set(text, name)
  return name
}

const nameFromText = (text: string): string =>
  `q${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`
