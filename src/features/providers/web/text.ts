/** Labels of the sorting of providers. */
import type { ProviderSort } from '#features/providers/list.ts'

export const providerSortLabel: { readonly [sort in ProviderSort]: string } = {
  name: 'Nombre, de la A a la Z',
  '-name': 'Nombre, de la Z a la A',
  '-date': 'Más recientes primero',
  date: 'Más antiguos primero',
}
