// Permitted content of a failed answer: a problem, in Spanish, and nothing of what lies behind it.
import { expect } from 'vitest'
import { ProblemWire } from '#kernel/problem.ts'

export type Given = {
  readonly statusCode: number
  readonly headers: { readonly [name: string]: unknown }
  readonly body: string
}

const inside =
  /node_modules|\.ts:\d|\bat [\w.<>]+ \(|postgres|\bpg_|sqlstate|\bselect\b|\binsert into\b|relation "|violates|syntax for|FST_ERR|byte sequence/i
const english =
  /\b(invalid|expected|received|must|should|unexpected|the|is not|not found|bad request|too (big|small|large))\b/i

/** Fault of a failed answer, or null. */
export function faultOf({ statusCode, headers, body }: Given): string | null {
  const told = `${statusCode} ${body.slice(0, 300)}`
  if (statusCode < 400 || statusCode > 499) return `is no 4xx: ${told}`
  if (!String(headers['content-type']).startsWith('application/problem+json')) return `is no problem: ${told}`
  const parsed = ProblemWire.safeParse(JSON.parse(body))
  if (!parsed.success) return `is no problem: ${told}`
  const { type, title, status, requestId, issues = [] } = parsed.data
  if (!type.startsWith('/problems/') || status !== statusCode || !requestId) return `is incomplete: ${told}`
  if (type === `/problems/${title}`) return `has no words: ${told}`
  if (inside.test(body)) return `tells what is inside: ${told}`
  const texts = [title, ...issues.map(issue => issue.message)]
  const strange = texts.find(text => text.trim() === '' || english.test(text))
  return strange === undefined ? null : `is not in Spanish: «${strange}» in ${told}`
}

/** A problem of one of these statuses, if any are named. */
export function expectProblem(given: Given, ...statuses: readonly number[]): void {
  expect(faultOf(given)).toBeNull()
  if (statuses.length > 0) expect(statuses, given.body).toContain(given.statusCode)
}
