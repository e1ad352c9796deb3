// Rules, orders and moves as the model of flows knows them.
import type { Rate, Tolerated } from '#tests/support/flow-model-budget.ts'
import type { Administrator } from '#tests/support/flow-model-forcing.ts'
import type { ModelStage, Stage } from '#tests/support/flow-model-stages.ts'

export type ModelRule = {
  readonly from: number | null
  readonly cumulative: number | null
  /** True where both are said in dollars. */
  readonly isInDollars: boolean
  readonly overBudget: boolean
  /** Centres of which an order has one; null among them: orders without. Empty: all orders. */
  readonly centres: readonly Centre[]
  readonly stages: readonly ModelStage[]
}
/** One of the two cost centres of the company, or none. */
export type Centre = 0 | 1 | null
export type World = {
  readonly policy: 'avisar' | 'requiere_aprobacion' | 'bloquear'
  total: number
  /** Part of the total that was spent before the contract came. */
  readonly opening: number
  readonly tolerated: Tolerated
  rate: Rate
  /** Budgets of the centres' year; null: no limit. Their policy is the contract's. */
  readonly budgets: (number | null)[]
}

export type ModelOrder = {
  state: 'in_approval' | 'blocked' | 'approved' | 'rejected' | 'returned' | 'executed' | 'cancelled'
  revision: number
  amount: number
  centre: Centre
  /** Administrator who asks for it; null: the client. */
  readonly author: Administrator | null
  sentAt: number
  stages: Stage[]
  /** Who completed its approval, in which stage. */
  last: { readonly who: number; readonly stage: Stage } | null
}

export type ModelMove =
  | {
      readonly do: 'decide'
      readonly who: number
      readonly how: 'approve' | 'reject' | 'return'
      /** Without a word. */
      readonly silent: boolean
    }
  | { readonly do: 'undo'; readonly who: number }
  | {
      readonly do: 'add'
      readonly who: number
      /** Who is added. */
      readonly whom: number
      readonly isBefore: boolean
    }
  | { readonly do: 'correct'; readonly amount: number; readonly centre: Centre }
  | { readonly do: 'force'; readonly by: Administrator; readonly how: 'approve' | 'reject' }
  | { readonly do: 'withdraw' | 'confirm' | 'cancel' }
