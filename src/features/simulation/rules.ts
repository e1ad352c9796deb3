/**
 * What a flow that is being prepared would change: each order takes its path again under what holds and under
 * what is prepared, both with the people of today, and those whose path differs are told.
 */
import { type Circumstances, type Route, routeUnder } from '#features/approvals/rules/route.ts'
import type { Flow } from '#features/flows/rules.ts'

/** How far back a flow is tried, and on how many orders at most: the newest. */
export const simulatedDays = 90
export const simulatedOrders = 2000

export type Tried = Omit<Circumstances, 'flow'>
export type Change = { readonly before: Route; readonly after: Route }

/** The order's two paths when they differ; null when it would be approved by the same people in the same way. */
export function changeOf(tried: Tried, holds: Flow, prepared: Flow): Change | null {
  const [before, after] = [holds, prepared].map(flow => routeUnder({ ...tried, flow }))
  if (!before || !after || pathOf(before) === pathOf(after)) return null
  return { before, after }
}

/** What makes two routes the same for an order: who decides, in which turn, and how many must. */
const pathOf = ({ stages, blockedBy }: Route): string =>
  JSON.stringify([
    blockedBy,
    stages
      .map(({ turn, mode, needed, approverIds }) => [turn, mode, needed, approverIds.toSorted()])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ])
