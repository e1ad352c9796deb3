import { moneyText } from '#kernel/money.ts'
import { type MoneyWire, moneyFromWire } from '#kernel/wire.ts'
import type { Cell } from '#server/sheets/sheet.ts'

/** An amount as a number with the decimals of its currency, so that spreadsheets can add it and columns of text align; its currency has a column of its own. */
export const amountCell = (amount: MoneyWire): Cell => ({
  number: moneyText(moneyFromWire(amount), true).replace(',', '.'),
})

/** A count; an empty cell for none. */
export const countCell = (count: number | null): Cell =>
  count === null ? { text: '' } : { number: String(count) }

/** A percentage from non-negative basis points, by moving digits: it is never divided as a float. */
export function percentCell(basisPoints: number): Cell {
  const digits = String(basisPoints).padStart(3, '0')
  return { number: `${digits.slice(0, -2)}.${digits.slice(-2)}` }
}
