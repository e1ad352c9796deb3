import { moneyText } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import type { Cell } from '#server/sheets/sheet.ts'

/** An amount to count with; its currency has a column of its own. */
export const amountCell = (amount: MoneyWire): Cell => ({
  number: moneyText(moneyFromWire(amount)).replace(',', '.'),
})

export const textCell = (text: string | null): Cell => ({ text: text ?? '' })
