/**
 * Content of a row of each kind: the body of the call that makes one by hand, judged by the same schema and made by
 * the same command; and how it is taken back, by the commands that there are.
 */
import { clientKind } from '#features/imports/commands/client-rows.ts'
import { contractKind } from '#features/imports/commands/contract-rows.ts'
import { orderKind } from '#features/imports/commands/order-rows.ts'
import { personKind } from '#features/imports/commands/person-rows.ts'
import { projectKind } from '#features/imports/commands/project-rows.ts'
import { providerKind } from '#features/imports/commands/provider-rows.ts'
import type { KindOfRow } from '#features/imports/commands/row.ts'
import type { ImportKind } from '#features/imports/rules/columns.ts'

export const kindsOfRow: { readonly [kind in ImportKind]: KindOfRow } = {
  providers: providerKind,
  clients: clientKind,
  people: personKind,
  contracts: contractKind,
  projects: projectKind,
  orders: orderKind,
}
