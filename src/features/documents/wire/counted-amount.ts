/** Amount of an order on the wire as sums of orders count it. */
import { countedAmount } from '#features/documents/rules/credit-notes.ts'
import type { Money } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'

type OrderWithAmount = { readonly amount: MoneyWire; readonly creditedId: string | null }

export const countedFromWire = (order: OrderWithAmount): Money =>
  countedAmount(moneyFromWire(order.amount), order)
