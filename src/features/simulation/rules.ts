/**
 * Simulation of a draft flow: each order is routed under the published flow and under the draft, both with the people
 * of today; orders whose path differs are listed.
 */
import { type Route, type RouteInputs, routeFromInputs } from '#features/approvals/rules/route.ts'
import type { Flow } from '#features/flows/rules.ts'
import { isRefusal, type Refusal } from '#kernel/refusal.ts'

/** Days looked back, and most orders that are tried: the newest. */
export const simulatedDays = 90
export const simulatedDocuments = 2000

/** An order with all that its route depends on, except the flow. */
export type RoutedOrder = Omit<RouteInputs, 'flow'>
/** A route, or why there is none: the order would be refused. */
export type TriedRoute = Route | Refusal<'rate_missing'>
export type RouteChange = { readonly before: TriedRoute; readonly after: TriedRoute }

/** Both routes of the order when they differ; null when the draft asks the same people in the same way. */
export function compareRoutes(order: RoutedOrder, published: Flow, draft: Flow): RouteChange | null {
  const [before, after] = [published, draft].map(flow => routeFromInputs({ ...order, flow }))
  if (!before || !after || routeKey(before) === routeKey(after)) return null
  return { before, after }
}

/** Comparison key of a route: who decides, in which turn, how many must, and who is asked too after which delay. */
const routeKey = (route: TriedRoute): string => {
  if (isRefusal(route)) return route.refused
  const { stages, blockedBy } = route
  return JSON.stringify([
    blockedBy,
    stages
      .map(({ turn, mode, needed, approverIds, deputy }) => [
        turn,
        mode,
        needed,
        approverIds.toSorted(),
        deputy && [deputy.userId, deputy.afterDays],
      ])
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ])
}
