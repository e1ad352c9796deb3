/** Wire of the call that writes down what a bank answered. In a module of its own: its dialog alone loads it. */
import { z } from 'zod'
import { checkOutcomes } from '#features/providers/rules/payee-check.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { canonicalWire, ibanFrom } from '#kernel/iban.ts'
import { displayIdWire } from '#kernel/ids.ts'
import { textWire } from '#kernel/wire.ts'

export const recordPayeeCheck = endpoint({
  id: 'recordPayeeCheck',
  method: 'POST',
  path: '/api/providers/:providerId/payee-checks',
  summary:
    'Writes down what the bank answered about the holder of a provider’s account (Verification of Payee), with who asked and when.',
  params: z.object({ providerId: displayIdWire('PRV') }),
  body: z.object({
    /** The account that was asked about: the provider’s, or the one that waits to be confirmed. */
    iban: canonicalWire(ibanFrom, 'IBAN no válido').pipe(z.string({ error: 'Cuenta requerida' })),
    outcome: z.enum(checkOutcomes, { error: 'Elige qué ha contestado el banco' }),
    /** Name of the account’s holder, where the bank gave it. */
    holder: textWire(140),
  }),
  response: z.object({ id: z.string() }),
  refusals: ['forbidden', 'not_found', 'untrusted_account', 'other_account'],
  idempotent: true,
})
