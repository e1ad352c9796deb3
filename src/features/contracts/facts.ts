/**
 * Facts of contracts. None has subscribers: orders that a contract blocks or unblocks have facts of their own, which
 * tell the people concerned.
 */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'
import type { MoneyWire } from '#kernel/wire.ts'

/** Total of the contract: digits of minor units, with the currency. */
type Total = { readonly total: MoneyWire }
type File = { readonly fileId: string; readonly name: string }

export const contractFact = defineFacts({
  'contract.created': {
    object: 'contract',
    sentence: 'Contrato creado',
    content: content<{ after: Snapshot }>(),
  },
  'contract.changed': {
    object: 'contract',
    sentence: 'Contrato modificado',
    content: content<{ before: Snapshot; after: Snapshot }>(),
  },
  'contract.amended': {
    object: 'contract',
    sentence: 'Monto del contrato modificado',
    content: content<{ before: Total; after: Total }>(),
  },
  'contract.status_changed': {
    object: 'contract',
    sentence: 'Estado del contrato modificado',
    // `orders`: number of orders that were blocked or unblocked with it.
    content: content<{ before: { status: string }; after: { status: string; orders: number } }>(),
  },
  'contract.file_added': {
    object: 'contract',
    sentence: 'Archivo añadido al contrato',
    content: content<{ after: File }>(),
  },
  'contract.file_removed': {
    object: 'contract',
    sentence: 'Archivo quitado del contrato',
    content: content<{ before: File }>(),
  },
  'contracts.exported': {
    object: 'company',
    sentence: 'Lista de contratos exportada',
    content: content<{ after: Snapshot }>(),
  },
})
