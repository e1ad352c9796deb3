/** Content of a line's excerpt, and the words that an order has of it. */
import { formatDay } from '#kernel/day.ts'

/** Excerpt of a line, as texts, and the file that it stands in. */
export type Excerpt = {
  readonly companyName: string
  readonly isSample: boolean
  /** True for the line of several payments: its amount tells each payee what the others get. */
  readonly isJoint: boolean
  /** ISO instant from which the excerpt is dated. */
  readonly at: string
  readonly file: { readonly name: string; readonly sha256: string }
  readonly place: number
  readonly part: { readonly number: number; readonly count: number } | null
  readonly account: string
  readonly bookedOn: string
  readonly valueOn: string | null
  readonly amountMinor: string
  readonly currency: string
  readonly counterparty: { readonly name: string | null; readonly iban: string | null }
  readonly text: string
  readonly endToEndId: string | null
  readonly bankReference: string | null
}

/** Reference of the execution: the bank's own number, else the payment's, else the line. */
export const referenceText = ({ bankReference, endToEndId, place }: Excerpt): string =>
  (bankReference ?? endToEndId ?? `Movimiento ${place} del banco`).slice(0, 120)

/** Place of the proof, as the comment of an execution and the reason of a return. */
export const placeText = ({ place, bookedOn }: Pick<Excerpt, 'place' | 'bookedOn'>): string =>
  `Según la línea ${place} del extracto del banco, del ${formatDay(bookedOn)}.`
