import type { CompanyRefusal, Counted, OverrunPolicy } from '#features/companies/rules.ts'
import type { Facts, Refusal } from '#kernel/refusal.ts'

type Words<Kind extends string> = { readonly [kind in Kind]: string | ((facts: Facts) => string) }

const counted: { readonly [what in Counted]: string } = {
  users: 'usuarios activos',
  projects: 'proyectos activos',
  documents: 'documentos al mes',
}

export const refusalWords: Words<CompanyRefusal> = {
  forbidden: 'No tienes permiso para hacer esto.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir, pero no crear ni cambiar.',
  plan_limit: ({ what, limit, plan }) =>
    `El plan ${plan} admite ${limit} ${isCounted(what) ? counted[what] : 'elementos'}. Cambia de plan para añadir más.`,
}

export const overrunPolicyLabel: { readonly [policy in OverrunPolicy]: string } = {
  avisar: 'Avisar',
  bloquear: 'Bloquear',
}

const isCounted = (what: unknown): what is Counted => typeof what === 'string' && Object.hasOwn(counted, what)
