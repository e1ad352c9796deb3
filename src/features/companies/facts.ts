/**
 * Facts of companies. None has subscribers: a suspension shows itself in every answer of the company.
 */
import type { Settings } from '#features/companies/rules.ts'
import { content, defineFacts, type Snapshot } from '#kernel/fact.ts'

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
