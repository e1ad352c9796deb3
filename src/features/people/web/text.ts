/** Explanations of roles, and labels of the sorting of people. */
import type { PeopleSort } from '#features/people/list.ts'
import type { GrantableRole } from '#features/people/rules.ts'

/** Explanation of each role, beside the field in which it is chosen. */
export const roleNote: { readonly [role in GrantableRole]: string } = {
  approver: 'Aprueba o ejecuta en los proyectos donde se le nombre, y no hace nada más.',
  client_user: 'Trabaja para un cliente: ve los proyectos donde tenga parte.',
  provider: 'Cuenta principal de un proveedor: ve sus pedidos y pide que se le pague.',
  provider_user: 'Trabaja para un proveedor y ve lo mismo que su cuenta principal.',
  auditor: 'Lee todo lo de la empresa, también la auditoría, y no cambia nada.',
}

export const peopleSortLabel: { readonly [sort in PeopleSort]: string } = {
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  '-seen': 'Última entrada, reciente primero',
  seen: 'Última entrada, antigua primero',
  '-date': 'Más recientes primero',
  date: 'Más antiguas primero',
}
