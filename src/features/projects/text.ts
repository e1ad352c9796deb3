/** Spanish words of projects: permissions, states and refusals. */
import { companyWords } from '#features/companies/text.ts'
import { untrustedWords } from '#features/identity/text/account-trust.ts'
import {
  type Permission,
  type ProjectRefusal,
  type ProjectStatus,
  permissions,
} from '#features/projects/rules.ts'
import { abilityWith, type RefusalWords, refusalTexts } from '#kernel/ability.ts'

export const permissionLabel: { readonly [permission in Permission]: string } = {
  view: 'Ver',
  edit: 'Editar',
  approve: 'Aprobar',
  execute: 'Ejecutar',
  admin: 'Administrar',
}

export const projectStatusLabel: { readonly [status in ProjectStatus]: string } = {
  active: 'Activo',
  inactive: 'Inactivo',
}

export const ownHandWords =
  'Nadie se da a sí mismo poder sobre lo que está abierto: pide a otra persona administradora que lo haga.'

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
  person_not_eligible: ({ facts }) =>
    facts?.name === undefined
      ? 'Alguna persona elegida no está activa o no puede aprobar ni ejecutar.'
      : `No se puede elegir a ${facts.name}: su cuenta no está activa, o su rol o su cliente no lo permiten.`,
  approver_has_open_seats: ({ facts }) =>
    facts?.count === 1
      ? `${facts.name} tiene una aprobación pendiente. Debe decidirla antes de dejar de ser aprobador.`
      : `${facts?.name} tiene ${facts?.count} aprobaciones pendientes. Debe decidirlas antes de dejar de ser aprobador.`,
  not_your_person: 'Solo puedes cambiar los permisos de las personas de tu organización.',
  own_hand: ownHandWords,
  untrusted_account: untrustedWords,
  stale_project: 'Otra persona ha cambiado el proyecto mientras lo editabas. Revisa cómo está ahora.',
  permission_lacked: ({ facts }) => {
    const lacked = permissions.find(permission => permission === facts?.permission)
    return `No puedes dar ni quitar un permiso que tú no tienes${lacked ? `: ${permissionLabel[lacked]}` : ''}.`
  },
}

export const projectWords = refusalTexts(words)
export const projectAbility = abilityWith(projectWords)
