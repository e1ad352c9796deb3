/** Words and addresses of the screens of imports. */
import type { ImportKind } from '#features/imports/rules/columns.ts'
import { importNoun } from '#features/imports/text.ts'
import { counted } from '#kernel/text.ts'

/** '200 proveedores' */
export function countText(kind: ImportKind, count: number): string {
  const [one, many] = importNoun[kind]
  return counted(count, one, many)
}

/** Rows that bring nothing new: '3 filas ya existen y no se tocan. '; nothing for none. */
export function existingText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? '1 fila ya existe y no se toca. '
    : `${counted(count, 'fila')} ya existen y no se tocan. `
}

/** Kinds whose rows say in a sentence what they become: whom they name and what follows from it. */
const toldKinds: readonly ImportKind[] = ['contracts', 'projects', 'orders']
export const tellsNotes = (kind: ImportKind): boolean => toldKinds.includes(kind)

/** List in which what was imported stands. */
export const listAddress: { readonly [kind in ImportKind]: string } = {
  providers: '/empresa/providers',
  clients: '/empresa/clients',
  people: '/empresa/people',
  contracts: '/empresa/contracts',
  projects: '/empresa/projects',
  orders: '/empresa/documents',
}

/** Content of a file of the kind, said beside its name. */
export const kindNote: { readonly [kind in ImportKind]: string } = {
  providers: 'Nombre, NIF, contacto y cuenta bancaria',
  clients: 'Con la invitación de su cuenta principal, que sale al importar',
  contracts: 'Con un cliente o para pagar a un proveedor, con su monto, fechas y qué pasa al superarlo',
  projects: 'Con sus contratos y quién aprueba, ejecuta y pide en ellos, también si aún no ha entrado',
  orders:
    'Los que están abiertos: los pides tú, o quien diga el archivo, y entran en su aprobación con las mismas reglas',
  people: 'Quienes aprueban, ejecutan o trabajan para un cliente o un proveedor; se les invita al importar',
}
