/** Facts of exchange rates. None has subscribers: an order that a rate moves says so by a fact of its own. */
import { content, defineFacts } from '#kernel/fact.ts'

type Entered = {
  readonly currency: string
  readonly against: string
  readonly rate: string
  readonly holdsFrom: string
}

export const exchangeRateFact = defineFacts({
  'exchange_rate.entered': {
    object: 'company',
    sentence: 'Tipo de cambio añadido',
    content: content<{ after: Entered }>(),
  },
})
