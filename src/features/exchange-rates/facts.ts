/** Facts of exchange rates. None has subscribers: an order that a rate moves says so by a fact of its own. */
import type { ConfirmingStep } from '#features/identity/rules/confirmation.ts'
import { content, defineFacts } from '#kernel/fact.ts'

type Entered = {
  readonly currency: string
  readonly against: string
  readonly rate: string
  readonly holdsFrom: string
  /** Step by which the administrator confirmed who they are, where the rate may leave orders unasked. */
  readonly confirmedBy?: ConfirmingStep
}

export const exchangeRateFact = defineFacts({
  'exchange_rate.entered': {
    object: 'company',
    sentence: 'Tipo de cambio añadido',
    content: content<{ after: Entered }>(),
  },
})
