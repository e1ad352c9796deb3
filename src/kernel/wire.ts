/** Schemas that every slice's wire.ts shares. On the wire an amount is digits in a string, never a JSON number. */
import { z } from 'zod'
import { dayFrom, isTimeZone } from '#kernel/day.ts'
import { currencies, isCurrency, type Money, minorToText, moneyFromText } from '#kernel/money.ts'

export const CurrencyWire = z.enum(currencies, { error: 'Moneda no admitida' })

/** Integer minor units as digits, and ISO 4217: `{ minor: "25000000", currency: "EUR" }` is 250.000 €. */
export const MoneyWire = z.object({
  minor: z.string().regex(/^-?\d{1,18}$/),
  currency: CurrencyWire,
})
export type MoneyWire = z.infer<typeof MoneyWire>

/** A sum of amounts: as `MoneyWire`, without its limit of digits. */
export const SumWire = z.object({ minor: z.string().regex(/^-?\d+$/), currency: CurrencyWire })

export const moneyToWire = ({ minor, currency }: Money): MoneyWire => ({
  minor: minorToText(minor),
  currency,
})
export const moneyFromWire = ({ minor, currency }: MoneyWire): Money => moneyFromText(minor, currency)

/** An amount in a request: digits of minor units, greater than zero, at most fifteen. */
export const AmountMinorWire = z
  .string({ error: 'Monto válido requerido' })
  .regex(/^[1-9]\d{0,14}$/, 'Monto válido requerido')

/**
 * The amount of an order in a request: at most twelve digits before the decimals, so that sums of orders stay within
 * a bigint. Older orders and totals have up to fifteen digits, which responses still carry.
 */
export const DocumentMinorWire = AmountMinorWire.pipe(
  z.string().max(14, 'El monto admite 12 cifras antes de los decimales como máximo'),
)

export const DayWire = z.string({ error: 'Fecha requerida' }).refine(text => dayFrom(text) !== null, {
  error: ({ input }) => (input === '' ? 'Fecha requerida' : 'Fecha no válida (dd/mm/aaaa)'),
})
export const InstantWire = z.iso.datetime({ offset: true })
const noTimeZone = 'Zona horaria no válida'
export const TimeZoneWire = z
  .string({ error: noTimeZone })
  .max(60, { error: noTimeZone, abort: true })
  .refine(isTimeZone, noTimeZone)

// Half a surrogate pair is no character: PostgreSQL refuses it in `jsonb`, and so the journal could not record it.
const notPrinted = 'Contiene caracteres no admitidos'

/** Format characters, invisible on screen: zero-width spaces, joiners, and marks that change the text's direction. */
const invisible = /\p{Cf}/u
/** Visible characters: a name without one would be blank on every screen. */
const visible = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u
export const unseenMessage =
  'Contiene caracteres invisibles o que cambian el sentido del texto: escríbelo a mano'

/** True when a name has visible characters and no invisible ones, so that two names that look alike are equal. */
export const isPlainlySeen = (name: string): boolean => !invisible.test(name) && visible.test(name)

/**
 * A line that may be empty: trimmed, composed (NFC) so that lines that look alike are equal, without control or
 * invisible characters.
 */
export const optionalLineWire = (max: number, required?: string) =>
  z
    .string(required === undefined ? {} : { error: required })
    .trim()
    .normalize('NFC')
    .max(max, `Máximo ${max} caracteres`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, notPrinted)
    .refine(text => text === '' || isPlainlySeen(text), unseenMessage)

/** A line of text that a person types: the name of anything, a reason. */
export const lineWire = (max: number, required: string) => optionalLineWire(max, required).min(1, required)

/** Optional longer text: empty becomes null; line breaks and tabs are allowed, marks that change its direction are not. */
export const textWire = (max: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(max, `Máximo ${max} caracteres`)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, notPrinted)
    .regex(/^[^\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, unseenMessage)
    .transform(text => (text === '' ? null : text))
    .nullish()
    .transform(text => text ?? null)

export const EmailWire = z
  .string({ error: 'Correo electrónico requerido' })
  .trim()
  .max(254, 'Máximo 254 caracteres')
  // ASCII is checked before lower-casing, which would turn the kelvin sign (U+212A) into a k.
  .regex(/^[\x21-\x7e]*$/, 'Correo electrónico no válido')
  .toLowerCase()
  .pipe(z.email('Correo electrónico no válido'))

/**
 * A UUID in canonical form, lower case from the first parse on. PostgreSQL compares UUIDs without regard to case, `===`
 * does not: a check by `===` must not be evaded by an id in capitals.
 */
export const uuidWire = (required = 'Identificador no válido') => z.guid(required).toLowerCase()
export const UuidWire = uuidWire()

/** A line typed into a filter of a list. */
export const typedLineWire = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, notPrinted)

/** The search text of a list. */
export const SearchWire = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, notPrinted)
  .optional()

/** File format of an exported list. */
export const SheetFormatWire = z.enum(['csv', 'xlsx'])

/** The URL of an exported list: it serves the file to one session, for a few minutes. */
export const ExportedWire = z.object({ url: z.string(), rows: z.int(), expiresInSeconds: z.int() })

/** A person's ability to do something: `true`, or a refusal with the reason that its button shows. */
export const AbilityWire = z.union([z.literal(true), z.object({ refused: z.string(), text: z.string() })])
export type AbilityWire = z.infer<typeof AbilityWire>

export function currencyFrom(text: string): Money['currency'] {
  if (!isCurrency(text)) throw new Error(`unknown currency ${text}`)
  return text
}
