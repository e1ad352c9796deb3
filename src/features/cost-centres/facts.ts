/** Facts of cost centres. None has subscribers: nobody has to act on them. */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

/** Budget of a year; null for none. */
type Budget = { readonly year: number; readonly total: MoneyWire | null }
type Status = { readonly status: string }

export const costCentreFact = defineFacts({
  'cost_centre.created': {
    object: 'cost_centre',
    sentence: 'Centro de coste creado',
    content: content<{ after: Snapshot }>(),
  },
  'cost_centre.changed': {
    object: 'cost_centre',
    sentence: 'Centro de coste modificado',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'cost_centre.budget_set': {
    object: 'cost_centre',
    sentence: 'Presupuesto del centro de coste modificado',
    content: content<{ before: Budget; after: Budget }>(),
  },
  'cost_centre.deactivated': {
    object: 'cost_centre',
    sentence: 'Centro de coste desactivado',
    content: content<{ before: Status; after: Status }>(),
  },
  'cost_centre.activated': {
    object: 'cost_centre',
    sentence: 'Centro de coste activado',
    content: content<{ before: Status; after: Status }>(),
  },
  'cost_centres.exported': {
    object: 'company',
    sentence: 'Lista de centros de coste exportada',
    content: content<{ after: Snapshot }>(),
  },
})
