/** Kinds of problems that the API may answer: those of any call, and the refusals that calls declare. */
import { commonProblems } from '#kernel/problem-titles.ts'
import type { Route } from '#server/http/route.ts'

export type ProblemKind = {
  readonly kind: string
  /** More than one where the plumbing and a slice refuse for the same reason (`too_large`). */
  readonly statuses: readonly number[]
  /** Its sentences: a refusal of several slices may have several. */
  readonly titles: readonly string[]
  /** Facts that its sentences name. */
  readonly facts: readonly string[]
  /** Calls that declare it. */
  readonly calls: readonly Route[]
}

/** Status of a refusal of the business. */
export const refusedStatus = 409

/** Refusals that are answered as problems of any call. */
export const commonRefusals = ['not_found', 'forbidden'] as const

export const isCommonRefusal = (kind: string): boolean => commonRefusals.some(common => common === kind)

/** A refusal of a call that no endpoint describes. */
export type OtherRefusal = { readonly kind: string; readonly title: string }

/** Every kind of problem, by name. */
export function problemKinds(
  routes: readonly Route[],
  others: readonly OtherRefusal[],
): ReadonlyMap<string, ProblemKind> {
  const found = new Map<string, ProblemKind>()
  for (const [kind, { status, title }] of Object.entries(commonProblems))
    found.set(kind, { kind, statuses: [status], titles: [title], facts: [], calls: [] })
  for (const { kind, title } of others)
    found.set(kind, { kind, statuses: [refusedStatus], titles: [title], facts: [], calls: [] })
  for (const route of routes)
    for (const kind of route.endpoint.refusals) found.set(kind, withCall(found.get(kind), kind, route))
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function withCall(known: ProblemKind | undefined, kind: string, route: Route): ProblemKind {
  const before = known ?? { kind, statuses: [], titles: [], facts: [], calls: [] }
  const calls = [...before.calls, route]
  if (isCommonRefusal(kind)) return { ...before, calls }
  const { title, facts } = readSentence(route, kind)
  return {
    kind,
    calls,
    statuses: [...new Set([...before.statuses, refusedStatus])],
    titles: [...new Set([...before.titles, title])],
    facts: [...new Set([...before.facts, ...facts])],
  }
}

/** The sentence of a refusal with an ellipsis for each fact, and the facts that it names. */
function readSentence({ words }: Route, kind: string): { title: string; facts: readonly string[] } {
  const named = new Set<string>()
  const facts = new Proxy<{ [name: string]: string }>(
    {},
    {
      get: (_, name) => {
        named.add(String(name))
        return '…'
      },
    },
  )
  const title = words({ refused: kind, facts }).replaceAll('NaN', '…')
  return { title, facts: [...named] }
}
