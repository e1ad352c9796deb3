/** Facts of months that are closed, of their files, and of ledger accounts. None has subscribers: they change no order. */
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

/** Codes by what is booked (`expense PRV-001`); empty: the usual one. */
type Codes = { readonly [key: string]: string }

type Closed = {
  readonly month: string
  readonly clientId: string | null
  readonly version: number
  /** SHA-256 of the manifest of its archive. */
  readonly digest: string
  /** Number of files of the archive. */
  readonly files: number
  /** Lines of each figure: `EUR 3 120000`. */
  readonly figures: { readonly [key: string]: readonly string[] }
}

export const closingFact = defineFacts({
  'closing.made': {
    object: 'closing',
    sentence: 'Mes cerrado',
    content: content<{ after: Closed }>(),
  },
  'closing.exported': {
    object: 'closing',
    sentence: 'Archivo de un cierre descargado',
    content: content<{ after: Pick<Closed, 'month' | 'version' | 'digest'> }>(),
  },
  'movements.exported': {
    object: 'company',
    sentence: 'Hoja de contabilidad exportada',
    content: content<{ after: Snapshot }>(),
  },
  'withholdings.exported': {
    object: 'company',
    sentence: 'Retenciones exportadas',
    content: content<{ after: Snapshot }>(),
  },
  'ledger_accounts.changed': {
    object: 'company',
    sentence: 'Cuentas contables modificadas',
    content: content<{ before: Codes; after: Codes }>(),
  },
})
