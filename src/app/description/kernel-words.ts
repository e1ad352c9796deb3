/** Words of the schemas that every slice shares, in the API's description: units, formats and examples. */
import type { z } from 'zod'
import type * as wires from '#kernel/wire.ts'

type Words = {
  readonly description: string
  readonly examples?: readonly unknown[]
  readonly format?: string
}

/** Schemas of the kernel: a new one without words does not compile. */
type KernelWire = {
  [name in keyof typeof wires]: (typeof wires)[name] extends z.ZodType ? name : never
}[keyof typeof wires]

const words: { readonly [name in KernelWire]: Words } = {
  CurrencyWire: { description: 'Currency, ISO 4217.', examples: ['EUR'] },
  MoneyWire: {
    description:
      'An amount of money: `minor` is an integer number of minor units (cents of a euro), as digits in a string, because a JSON number would lose some. 1.250,50 € is `{"minor":"125050","currency":"EUR"}`.',
    examples: [{ minor: '125050', currency: 'EUR' }],
  },
  SumWire: {
    description: 'A sum of amounts, as `Money`, of any number of digits.',
    examples: [{ minor: '25000000', currency: 'EUR' }],
  },
  AmountMinorWire: {
    description:
      'Integer minor units (cents of a euro) as digits: `125050` is 1.250,50 €. Greater than zero.',
    examples: ['125050'],
  },
  DocumentMinorWire: {
    description:
      'Amount of an order in integer minor units of its currency, as digits: `125050` is 1.250,50 €. At most twelve digits before the decimals.',
    examples: ['125050'],
  },
  DayWire: {
    description: 'Calendar day, without time and zone: `YYYY-MM-DD`.',
    format: 'date',
    examples: ['2026-03-15'],
  },
  InstantWire: {
    description: 'Instant with its offset, ISO 8601 (RFC 3339).',
    examples: ['2026-03-15T09:30:00.000Z'],
  },
  TimeZoneWire: { description: 'IANA time zone.', examples: ['Europe/Madrid'] },
  EmailWire: {
    description: 'Mail address, of ASCII letters, read in lower case.',
    examples: ['ana@norte.example'],
  },
  UuidWire: {
    description: 'UUID, in lower case.',
    examples: ['0198f1c2-7d3a-7c41-9a52-3f1f0c6b7e10'],
  },
  SearchWire: {
    description: 'Words to look for: a row is found when it has all of them.',
    examples: ['cemento'],
  },
  SheetFormatWire: { description: 'Format of the file.', examples: ['xlsx'] },
  ExportedWire: {
    description:
      'A recorded export. `url` serves the file for `expiresInSeconds`, without a token: whoever has it opens it.',
  },
  AbilityWire: {
    description:
      'Whether the person may do something now: `true`, or the refusal that the call would answer, with its sentence in Spanish.',
    examples: [true, { refused: 'not_your_turn', text: 'Todavía no es tu turno: falta una etapa anterior.' }],
  },
}

/** The words by the name of any schema, for whoever looks one up. */
export const kernelWords: { readonly [name: string]: Words } = words
