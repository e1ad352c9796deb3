/** Decimal numbers of files, read by their digits: `1234.5` of a file in euros is 123450 minor units. */
import { type Currency, currencyDecimals, minorFromText } from '#kernel/money.ts'

export type DecimalFault = 'not_an_amount' | 'too_many_decimals' | 'too_long'

/**
 * `exact`: decimals beyond those of the currency must be zeros, as EN 16931 has it (BR-DEC). `rounded`: halves away from
 * zero, as Facturae has it, whose amounts may have eight decimals.
 */
export type Decimals = 'exact' | 'rounded'

const maxDigits = 15

export function minorFromDecimal(
  text: string,
  currency: Currency,
  decimals: Decimals = 'exact',
): bigint | DecimalFault {
  return scaledFromDecimal(text, currencyDecimals(currency), decimals)
}

/** Basis points of a rate in percent: `5.2` is 520. Null for what a breakdown cannot say: finer, negative, above 100 %. */
export function rateFromDecimal(text: string): number | null {
  const points = scaledFromDecimal(text, 2, 'exact')
  return typeof points === 'string' || points < 0n || points > 10_000n ? null : Number(points)
}

/** The number times ten to the power of `places`. */
function scaledFromDecimal(text: string, places: number, decimals: Decimals): bigint | DecimalFault {
  const parts = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!parts) return 'not_an_amount'
  const [, sign = '', whole = '', fraction = ''] = parts
  if (whole === '' && fraction === '') return 'not_an_amount'
  const beyond = fraction.slice(places)
  if (decimals === 'exact' && /[1-9]/.test(beyond)) return 'too_many_decimals'
  const digits = (whole + fraction.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '')
  if (digits.length > maxDigits) return 'too_long'
  const scaled = minorFromText(digits === '' ? '0' : digits) + (/^[5-9]/.test(beyond) ? 1n : 0n)
  return sign === '-' ? -scaled : scaled
}
