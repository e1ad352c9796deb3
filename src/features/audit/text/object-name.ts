/** Names of the objects of events: in the words by which a person knows a thing, put together of its facts. */
import { monthName } from '#features/closings/text/package.ts'
import { formatDay, formatInstant, type TimeZone } from '#kernel/day.ts'
import { formatMoney, moneyFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'

/** A piece of a name; null where the thing lacks that fact. */
export type Piece =
  | string
  | null
  | { readonly day: string | null }
  | { readonly instant: string }
  | { readonly month: string }
  | { readonly minor: string | null; readonly currency: string | null }

/** '03/11/2026 · −1.210,00 € · Luz del Norte'; null for an object without a name. */
export function objectName(pieces: readonly Piece[], zone: TimeZone): string | null {
  const told = pieces.map(piece => pieceText(piece, zone)).filter(text => text !== '')
  return told.length === 0 ? null : told.join(' · ')
}

function pieceText(piece: Piece, zone: TimeZone): string {
  if (piece === null) return ''
  if (typeof piece === 'string') return piece.trim()
  if ('day' in piece) return piece.day === null ? '' : formatDay(piece.day)
  if ('instant' in piece) return formatInstant(new Date(piece.instant).toISOString(), zone)
  if ('month' in piece) return monthName(piece.month)
  const { minor, currency } = piece
  return minor === null || currency === null
    ? ''
    : formatMoney(moneyFromText(minor, currencyFrom(currency)), true)
}
