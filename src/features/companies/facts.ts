/**
 * Facts of companies. A suspension has no subscribers: it shows itself in every answer of the company. That batches are
 * released by a second person from another amount on is told to the administrators.
 */

import type { Tolerance } from '#features/companies/rules/tolerance.ts'
import type { Settings } from '#features/companies/rules.ts'
import { content, defineFacts, type Snapshot, type StoredContent } from '#kernel/fact.ts'

/** Digits of euro cents; '0': any batch. */
type FromMinor = { readonly batchReleaseFromMinor: string }
/** `contracts`: open contracts that follow the company's. */
type CompanyTolerance = { readonly tolerance: Tolerance; readonly contracts?: number }
type ForcedDecisions = { readonly forcedDecisions: boolean }
type Status = { readonly status: string }

export const companyFact = defineFacts({
  'company.created': {
    object: 'company',
    sentence: 'Empresa creada',
    content: content<{ after: Snapshot }>(),
  },
  'company.settings_changed': {
    object: 'company',
    sentence: 'Ajustes de la empresa modificados',
    content: content<{ before: Settings; after: Settings }>(),
  },
  'company.batch_release_changed': {
    object: 'company',
    sentence: 'Monto desde el que otra persona libera las remesas, modificado',
    content: content<{ before: FromMinor; after: FromMinor }>(),
    subscribers: ['notices'],
  },
  'company.tolerance_changed': {
    object: 'company',
    sentence: 'Tolerancia de los contratos modificada',
    content: content<{ before: CompanyTolerance; after: CompanyTolerance }>(),
  },
  'company.forced_decisions_changed': {
    object: 'company',
    sentence: (after: StoredContent) =>
      after?.forcedDecisions === true
        ? 'Decisiones forzadas permitidas'
        : 'Decisiones forzadas no permitidas',
    content: content<{ before: ForcedDecisions; after: ForcedDecisions }>(),
  },
  'company.plan_changed': {
    object: 'company',
    sentence: 'Plan de la empresa modificado',
    content: content<{ before: { plan: string }; after: { plan: string } }>(),
  },
  'company.suspended': {
    object: 'company',
    sentence: 'Empresa suspendida',
    content: content<{ before: Status; after: Status }>(),
  },
  'company.reactivated': {
    object: 'company',
    sentence: 'Empresa reactivada',
    content: content<{ before: Status; after: Status }>(),
  },
  'company.sample_made': {
    object: 'company',
    sentence: 'Ejemplo creado',
    content: content<{ after: { sample: string } }>(),
  },
  'company.sample_discarded': {
    object: 'company',
    sentence: 'Ejemplo borrado',
    content: content<{ before: Status; after: Status }>(),
  },
  'platform.exported': {
    object: 'company',
    sentence: 'Lista de la plataforma exportada',
    content: content<{ after: Snapshot }>(),
  },
})
