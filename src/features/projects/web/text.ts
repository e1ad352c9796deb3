/** Labels of the sorting of projects. */
import type { ProjectSort } from '#features/projects/list.ts'

export const projectSortLabel: { readonly [sort in ProjectSort]: string } = {
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  client: 'Cliente, de la A a la Z',
  '-client': 'Cliente, de la Z a la A',
  '-amount': 'Mayor monto primero',
  amount: 'Menor monto primero',
}
