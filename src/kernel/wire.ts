/** Schemas that every slice's wire.ts shares. On the wire an amount is digits in a string, never a JSON number. */
import { z } from 'zod'
import { dayFrom, isTimeZone } from '#kernel/day.ts'
import { currencies, isCurrency, type Money, money } from '#kernel/money.ts'

export const CurrencyWire = z.enum(currencies, { error: 'Moneda no admitida' })

/** Integer minor units as digits, and ISO 4217: `{ minor: "25000000", currency: "EUR" }` is 250.000 €. */
export const MoneyWire = z.object({
  minor: z.string().regex(/^-?\d{1,18}$/),
  currency: CurrencyWire,
})
export type MoneyWire = z.infer<typeof MoneyWire>

export const moneyToWire = ({ minor, currency }: Money): MoneyWire => ({ minor: minor.toString(), currency })
export const moneyFromWire = ({ minor, currency }: MoneyWire): Money => money(BigInt(minor), currency)

/** An amount in a request: digits of minor units, greater than zero, at most fifteen. */
export const AmountMinorWire = z
  .string({ error: 'Monto válido requerido' })
  .regex(/^[1-9]\d{0,14}$/, 'Monto válido requerido')

export const DayWire = z.string().refine(text => dayFrom(text) !== null, 'Fecha no válida (dd/mm/aaaa)')
export const InstantWire = z.iso.datetime({ offset: true })
export const TimeZoneWire = z.string().max(60).refine(isTimeZone, 'Zona horaria no válida')

// Half a surrogate pair is no character: PostgreSQL keeps it in no `jsonb`, and so in no journal.

/** A line of text that a person types: trimmed, without control characters, within a length. */
export const lineWire = (max: number, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Máximo ${max} caracteres`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres no admitidos')

/** Optional longer text: empty becomes null; line breaks and tabs are allowed. */
export const textWire = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Máximo ${max} caracteres`)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Contiene caracteres no admitidos')
    .transform(text => (text === '' ? null : text))
    .nullish()
    .transform(text => text ?? null)

export const EmailWire = z
  .string({ error: 'Correo electrónico requerido' })
  .trim()
  .toLowerCase()
  .max(254, 'Máximo 254 caracteres')
  .pipe(z.email('Correo electrónico no válido').regex(/^[\x21-\x7e]+$/, 'Correo electrónico no válido'))

export const UuidWire = z.guid()

/** What is typed to find something in a list. */
export const SearchWire = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres no admitidos')
  .optional()

/** What a list leaves as. */
export const SheetFormatWire = z.enum(['csv', 'xlsx'])

/** An address that serves a list as a file, to one session and for a few minutes. */
export const ExportedWire = z.object({ url: z.string(), rows: z.int(), expiresInSeconds: z.int() })

/** A verb is allowed (`true`) or refused with the reason that its button shows. */
export const AbilityWire = z.union([z.literal(true), z.object({ refused: z.string(), text: z.string() })])
export type AbilityWire = z.infer<typeof AbilityWire>

export function currencyFrom(text: string): Money['currency'] {
  if (!isCurrency(text)) throw new Error(`unknown currency ${text}`)
  return text
}
