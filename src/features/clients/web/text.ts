/** Labels of the sorting of clients. */
import type { ClientSort } from '#features/clients/list.ts'

export const clientSortLabel: { readonly [sort in ClientSort]: string } = {
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
}
