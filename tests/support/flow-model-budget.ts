// Budgets of the model of flows: what is left, what is tolerated beyond it, and amounts in dollars.
import type { ModelOrder } from '#tests/support/flow-model-words.ts'

/** Tolerance of a contract beyond its total: three tenths of it, up to so much; null: nothing. */
export type Tolerated = number | null

export const allowedBeyond = (total: number, most: Tolerated): number =>
  most === null ? 0 : Math.min(Math.floor((total * 3) / 10), most)

/** Euros for a dollar, as a fraction of integers and as it is said. */
export type Rate = { readonly over: number; readonly under: number; readonly text: string }
/** The first holds at first. */
export const modelRates: readonly [Rate, ...Rate[]] = [
  { over: 8, under: 10, text: '0.8' },
  { over: 3, under: 10, text: '0.3' },
  { over: 17, under: 10, text: '1.7' },
]

/** An amount in dollars: a part of a cent counts as a cent. */
export const inDollars = (amount: number, { over, under }: Rate): number => Math.ceil((amount * under) / over)

/** Requested, committed and used. */
export function amountsOf(orders: readonly ModelOrder[]): number[] {
  const sum = (state: ModelOrder['state']) =>
    orders.filter(order => order.state === state).reduce((total, order) => total + order.amount, 0)
  return [sum('in_approval') + sum('blocked'), sum('approved'), sum('executed')]
}

/** Rest of a total, to ask for and to spend. */
export function leftIn(total: number, orders: readonly ModelOrder[]) {
  const [requested = 0, committed = 0, used = 0] = amountsOf(orders)
  return { toAsk: total - requested - committed - used, toSpend: total - committed - used }
}
