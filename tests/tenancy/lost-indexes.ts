// Indexes that row level security takes from a statement. PostgreSQL compares a row with what it does not know to keep
// secrets (a `coalesce`, a field of JSON, a function) only after it has asked whose the row is: by then it has read it.
// So a condition that finds rows by an index for somebody who may see all is a filter of all rows for the program.
import type pg from 'pg'

type Plan = {
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Join Filter'?: string
  readonly Plans?: readonly Plan[]
}

/** Ways of the planner to read a whole table where an index would do; without them it takes the index if it may. */
const wholeReads = ['seqscan', 'hashjoin', 'mergejoin']

/** Plan of a statement for whatever values it is asked with. */
export async function planOf(
  query: (text: string) => Promise<readonly pg.QueryResultRow[]>,
  statement: string,
): Promise<Plan> {
  for (const way of wholeReads) await query(`set local enable_${way} = off`)
  const [row] = await query(`explain (generic_plan, verbose, format json) ${statement}`)
  return row?.['QUERY PLAN'][0].Plan
}

/** Conditions of an index in the plan of somebody who may see all, which in the program's filter what was read. */
export function lostIndexes(all: Plan, program: Plan): string[] {
  const kept = conditionsIn(program, ['Index Cond'])
  const filters = conditionsIn(program, ['Filter', 'Join Filter'])
  return [...conditionsIn(all, ['Index Cond'])].filter(
    condition =>
      filters.has(condition) && !kept.has(condition) && !splitAt(condition, comparison).every(isPlain),
  )
}

/** Columns, values and what a query of its own found: they keep secrets, and are no index's only by the planner's choice. */
const isPlain = (side: string): boolean =>
  /^([a-z_"][\w." ]*|\$\d+|'[^']*'|\d+|InitPlan \d+\.col\d+)(::[a-z ]+(\[\])?)?$/.test(side)

function conditionsIn(plan: Plan, parts: readonly Exclude<keyof Plan, 'Plans'>[]): Set<string> {
  const here = parts.flatMap(part => plan[part]?.replace(/\s+/g, ' ') ?? []).flatMap(conjuncts)
  const below = (plan.Plans ?? []).flatMap(each => [...conditionsIn(each, parts)])
  return new Set([...here.map(oneWay), ...below])
}

/** '((a = 1) AND (b = 2))' says two conditions. */
function conjuncts(condition: string): string[] {
  const parts = splitAt(withoutParentheses(condition), / AND /y)
  return parts.length > 1 ? parts.flatMap(conjuncts) : [withoutParentheses(condition)]
}

/**
 * The same words for 'a = b' and 'b = a', 'a < b' and 'b > a': the planner turns them as it needs. Without parentheses but
 * for that of a call, and without the casts by which an index reads a text in its own order.
 */
function oneWay(condition: string): string {
  const sides = splitAt(condition, comparison)
  const [left = '', right] = sides.map(side => side.replace(/(?<!\w)\(|\)|::text\b/g, '').trim())
  if (right === undefined || sides.length > 2) return left
  const [sign = ''] = condition.slice(sides[0]?.length).match(/\S+/) ?? []
  const turned = sign.replace(/[<>]/, each => (each === '<' ? '>' : '<'))
  return left < right ? `${left} ${sign} ${right}` : `${right} ${turned} ${left}`
}

const comparison = / (?:[<>]?=|[<>]) /y

/** Parts of a text between separators that stand in no parentheses and no quotes. */
function splitAt(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (letter === '(') depth++
    if (letter === ')') depth--
    separator.lastIndex = at
    const found = depth === 0 ? separator.exec(text) : null
    if (found === null) continue
    parts.push(text.slice(start, at))
    start = at + found[0].length
    at = start - 1
  }
  return [...parts, text.slice(start)]
}

/** A condition without the parentheses that are around all of it. */
function withoutParentheses(condition: string): string {
  if (!condition.startsWith('(')) return condition
  let depth = 0
  let isQuoted = false
  for (const [at, letter] of [...condition].entries()) {
    if (letter === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (depth === 0) return at === condition.length - 1 ? condition.slice(1, -1) : condition
  }
  return condition
}
