import { companyWords } from '#features/companies/text.ts'
import type { ProjectRefusal } from '#features/projects/rules.ts'
import { abilityWith, type RefusalWords, wordsOf } from '#kernel/ability.ts'

const words: RefusalWords<ProjectRefusal> = {
  forbidden: 'No tienes permiso para hacer esto en el proyecto.',
  not_found: 'El proyecto no existe o no tienes acceso.',
  company_suspended: 'La empresa está suspendida: puede consultar y decidir lo abierto, pero no crear.',
  plan_limit: companyWords,
  client_inactive: 'El cliente no existe o está inactivo.',
  contract_of_other_client: 'Algún contrato elegido no existe o es de otro cliente.',
  currencies_differ: 'Los contratos de un proyecto deben tener la misma moneda.',
  approver_is_executor:
    'La misma persona no puede aprobar y ejecutar en un proyecto. Puedes permitirlo en la configuración de la empresa.',
  person_not_eligible: 'Alguna persona elegida no está activa o no puede aprobar ni ejecutar.',
  approver_has_open_seats: ({ facts }) =>
    `${facts?.name} tiene ${facts?.count} aprobaciones pendientes en el proyecto. Debe decidirlas antes de dejar de ser aprobador.`,
}

export const projectWords = wordsOf(words)
export const projectAbility = abilityWith(projectWords)
