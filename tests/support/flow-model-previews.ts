// Routes that the preview and the simulation say of an order, in one form, and the route that it then has.
import { expect } from 'vitest'
import type { TestApp } from '#tests/support/app.ts'
import { type Cast, ordersOf } from '#tests/support/cast.ts'
import { rule, stage, users } from '#tests/support/flows.ts'

type Stage = {
  readonly turn: number
  readonly origin: string
  readonly name: string
  readonly mode: string
  readonly needed: number
  readonly basis: string
  readonly deputy: { readonly name: string; readonly afterDays: number } | null
}
type Preview = {
  readonly stages: readonly (Stage & { readonly people: readonly { readonly name: string }[] })[]
  readonly blockedBy: string | null
}
type Card = {
  readonly stages: readonly (Stage & { readonly seats: readonly { readonly approverName: string }[] })[]
  readonly blockCause: string | null
}
type Asked = {
  readonly providerId: string
  readonly amountMinor: string
  readonly costCentreId?: string | null | undefined
  readonly documentId?: string
  /** Where it is not the amount, as the form works it out. */
  readonly chargeMinor?: string
  /** With commas; absent: the order does not say its taxes. */
  readonly taxCategories?: string
}

const words = ({ turn, origin, name, mode, needed, basis, deputy }: Stage) => ({
  turn,
  origin,
  name,
  mode,
  needed,
  basis,
  deputy,
})

const routeSaid = ({ stages, blockedBy }: Preview) => ({
  blockedBy,
  stages:
    blockedBy === null
      ? stages.map(each => ({ ...words(each), people: each.people.map(({ name }) => name).toSorted() }))
      : [],
})

const routeMade = ({ stages, blockCause }: Card) => ({
  blockedBy: blockCause,
  stages: stages.map(each => ({
    ...words(each),
    people: each.seats.map(({ approverName }) => approverName).toSorted(),
  })),
})

/** Of a route, as much as the simulation says. */
const asSimulated = ({ stages, blockedBy }: ReturnType<typeof routeMade>) => ({
  blockedBy,
  stages: stages.map(({ origin, basis, ...shown }) => shown),
})

/** `tryerId`: whom the draft asks, so that the path of every order would change. */
export function previewsIn(app: TestApp, cast: Cast, projectId: string, tryerId: string | undefined) {
  const orders = ordersOf(app, { ...cast, projectId })
  /** The route that an order would have; null where it has no preview. */
  const preview = async (as: string | undefined, asked: Asked) => {
    const { providerId, amountMinor, costCentreId = null, documentId, chargeMinor, taxCategories } = asked
    const query = new URLSearchParams({
      providerId,
      amountMinor,
      ...(chargeMinor === undefined ? {} : { chargeMinor }),
      ...(taxCategories === undefined ? {} : { taxCategories }),
      ...(costCentreId === null ? {} : { costCentreId }),
      ...(documentId === undefined ? {} : { documentId }),
    })
    const { status, body } = await app.ask(`/api/projects/${projectId}/route?${query}`, { as })
    return status === 200 && body.missingRate === null ? routeSaid(body) : null
  }
  /** The path that the order has under the published flow, as the simulation of a draft shows it. */
  const simulate = async (id: string) => {
    const odd = stage({ approvers: users(tryerId ?? ''), mode: 'quorum', quorum: 7 })
    const draft = { revision: null, rules: [rule([odd])] }
    const { body: saved } = await app.ask('/api/flows/draft', { method: 'PUT', as: cast.admin, body: draft })
    const { body: found } = await app.ask('/api/flows/simulation', { as: cast.admin })
    const { revision } = saved
    await app.ask('/api/flows/draft', { method: 'DELETE', as: cast.admin, body: { revision } })
    const tried = found.items.find((each: { documentId: string }) => each.documentId === id)
    const { blockedBy, stages } = tried.before
    const inOrder = stages.map((each: { people: string[] }) => ({ ...each, people: each.people.toSorted() }))
    return { blockedBy, stages: blockedBy === null ? inOrder : [] }
  }
  /** A preview of an order that was sent just now is the route that it has. */
  const comesTrue = async (id: string, said: ReturnType<typeof routeSaid> | null) => {
    const made = routeMade(await orders.card(id))
    expect([id, said]).toEqual([id, made])
    expect([id, await simulate(id)]).toEqual([id, asSimulated(made)])
  }
  return { preview, comesTrue }
}
