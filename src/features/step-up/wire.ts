/** Wire of the amount from which a company asks for a confirmation of identity. */
import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, AmountMinorWire, CurrencyWire, MoneyWire } from '#kernel/wire.ts'

export const StepUpWire = z.object({
  /** Amount from which whoever approves or pays confirms that it is they; null: never. */
  from: MoneyWire.nullable(),
  /** Currency of the company, in which another amount is chosen. */
  currency: CurrencyWire,
  /** Version of what is read here, on which a change is based. */
  version: z.string(),
  can: z.object({ choose: AbilityWire }),
})
export type StepUpWire = z.infer<typeof StepUpWire>

export const getStepUp = endpoint({
  id: 'getStepUp',
  method: 'GET',
  path: '/api/company/step-up',
  summary: 'The amount from which whoever approves or pays confirms their identity.',
  response: StepUpWire,
})

export const ChosenStepUpWire = z.object({
  /** Digits of minor units of the company's currency from which a confirmation is asked; null: never. */
  fromMinor: AmountMinorWire.nullable(),
  /** Version on which the change is based. */
  seen: z.string().max(100),
})

export const chooseStepUp = endpoint({
  id: 'chooseStepUp',
  method: 'PUT',
  path: '/api/company/step-up',
  summary:
    'Chooses the amount from which whoever approves or pays confirms their identity. Raising or removing it asks for that confirmation.',
  body: ChosenStepUpWire,
  response: StepUpWire,
  refusals: ['untrusted_account', 'stale_data'],
})
