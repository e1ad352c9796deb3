import type { GrantableRole } from '#features/people/rules.ts'

/** What each role lets a person do, where the role is chosen. */
export const roleNote: { readonly [role in GrantableRole]: string } = {
  approver: 'Aprueba o ejecuta en los proyectos donde se le nombre, y no hace nada más.',
  client_user: 'Trabaja para un cliente: ve los proyectos donde tenga parte.',
  provider: 'Cuenta principal de un proveedor: ve sus pedidos y pide que se le pague.',
  provider_user: 'Trabaja para un proveedor y ve lo mismo que su cuenta principal.',
}
