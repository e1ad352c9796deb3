/** Words and addresses of the screens of imports. */
import type { ImportKind } from '#features/imports/rules/columns.ts'
import { importNoun } from '#features/imports/text.ts'
import { counted } from '#kernel/text.ts'

/** '200 proveedores' */
export function countText(kind: ImportKind, count: number): string {
  const [one, many] = importNoun[kind]
  return counted(count, one, many)
}

/** List in which what was imported stands. */
export const listAddress: { readonly [kind in ImportKind]: string } = {
  providers: '/empresa/providers',
  clients: '/empresa/clients',
  people: '/empresa/people',
}

/** What a file of the kind brings, beside its name. */
export const kindNote: { readonly [kind in ImportKind]: string } = {
  providers: 'Nombre, NIF, contacto y cuenta bancaria',
  clients: 'Con la invitación de su cuenta principal, que sale al importar',
  people: 'Quienes aprueban, ejecutan o trabajan para un cliente o un proveedor; se les invita al importar',
}
