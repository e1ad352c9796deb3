/** Wire of a tolerance: a part of the contract's total, an amount, or the smaller of what both allow. */
import { z } from 'zod'
import { noTolerance, wholeRate } from '#features/companies/rules/tolerance.ts'
import { CurrencyWire } from '#kernel/wire.ts'

/** A tolerance as it is read. */
export const ToleranceWire = z.object({
  /** Part of the contract's total in basis points: 500 is 5 %. Null: only the amount counts. */
  rate: z.int().nullable(),
  /** Digits of minor units. Null: only the rate counts; with both, the smaller of what they allow. */
  amountMinor: z.string().nullable(),
  /** Currency of the amount; null without one. Contracts in another currency have no tolerance then. */
  currency: CurrencyWire.nullable(),
})

/** The tolerance that holds; none where the server says nothing of it. */
export const ToleranceInForceWire = ToleranceWire.default(noTolerance)

const rateError = 'Porcentaje entre 0 y 100, con dos decimales como máximo'
const amountError = 'Indica el monto'

/** A tolerance as it is set for a contract, whose currency the amount has; nothing at all is no tolerance. */
export const ContractToleranceWire = z.object({
  /** Part of the contract's total in basis points: 500 is 5 %. Null: only the amount counts. */
  rate: z.int({ error: rateError }).min(0, rateError).max(wholeRate, rateError).nullable(),
  /** Digits of minor units of the contract's currency. Null: only the rate counts; with both, the smaller holds. */
  amountMinor: z
    .string({ error: amountError })
    .regex(/^(0|[1-9]\d{0,14})$/, amountError)
    .nullable(),
})

/** A tolerance as it is set for the company's contracts. */
export const CompanyToleranceWire = ContractToleranceWire.extend({
  /** Currency of the amount; null without one. Contracts in another currency have no tolerance then. */
  currency: CurrencyWire.nullable(),
}).refine(({ amountMinor, currency }) => (amountMinor === null) === (currency === null), {
  path: ['currency'],
  message: 'Indica la moneda del monto',
})
