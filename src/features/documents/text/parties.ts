import type { PartyKind } from '#features/documents/rules/parties.ts'

/** Names of the parties that a list of orders is filtered by. */
export const partyLabel: { readonly [kind in PartyKind]: string } = {
  client: 'Cliente',
  provider: 'Proveedor',
  requester: 'Solicitante',
  approver: 'Aprobador',
}
