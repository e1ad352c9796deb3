/** Facts of step-up. The other administrators are told. */
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { content, defineFacts } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

/** Amount from which a confirmation is asked; null: never. */
type From = { readonly from: MoneyWire | null }

export const stepUpFact = defineFacts({
  'company.step_up_changed': {
    object: 'company',
    sentence: 'Monto desde el que se confirma la identidad, modificado',
    content: content<{
      before: From
      /** `confirmedBy`: how the administrator confirmed, where the change loosened the rule. */
      after: From & { confirmedBy?: ConfirmingStep }
    }>(),
    subscribers: ['notices'],
  },
})
