/** Orders by the names of their providers, read provider by provider. */
import type { DocumentSort } from '#features/documents/list.ts'
import { type DocumentKeyset, numberInId } from '#features/documents/views/keyset.ts'
import { nothing, type Part, part } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type ProviderPage = {
  readonly tx: TenantTx
  readonly query: { readonly sort: DocumentSort }
  readonly keyset: DocumentKeyset
  /** Condition of the list on `d`, a row of `document`. */
  readonly isListed: Part
}

/** Page of orders: providers in their order, and of each at most one page, until it is full. */
export const pageOfEachProvider = (page: ProviderPage): Part =>
  part`${ofEachProvider(page, part`d.*`, part`limit ${page.keyset.limitPlusOne}`)} limit ${page.keyset.limitPlusOne}`

/** Query of the orders in their order with these columns of `d`, of each provider as many as `limit` says, and `sorted_by`. */
export function ofEachProvider(
  { tx, query, keyset, isListed }: ProviderPage,
  columns: Part,
  limit: Part,
): Part {
  const isDown = query.sort.startsWith('-')
  const byNumber = isDown ? part`d.number desc` : part`d.number`
  const [fromName, pastNumber] = isDown ? [part`<=`, part`<`] : [part`>=`, part`>`]
  const after = keyset.cursor && { name: keyset.cursor.key, number: numberInId(keyset.cursor.id) }
  const providersLeft = after ? part`and pv.search ${fromName} ${after.name}` : nothing
  const documentsLeft = after
    ? part`and (pv.search <> ${after.name} or d.number ${pastNumber} ${after.number})`
    : nothing
  return part`
    select ${columns}, pv.search as sorted_by from provider pv cross join lateral (
      select ${columns} from document d where d.provider_id = pv.id and ${isListed} ${documentsLeft}
      order by ${byNumber} ${limit}) d
    where pv.company_id = ${tx.companyId} ${providersLeft}
    order by ${keyset.orderBy()}`
}
