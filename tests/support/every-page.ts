// A list of orders asked page by page, to its end.

import type { DocumentSort } from '#features/documents/list.ts'
import type { DocumentFilters } from '#features/documents/views/filters.ts'
import { documentPage } from '#features/documents/views/list.ts'
import type { Actor } from '#kernel/actor.ts'
import { asSystem } from '#server/database/tenant.ts'
import type { TestApp } from '#tests/support/app.ts'

/** Ids of the orders of all pages, in the order of the list. */
export async function idsOfEveryPage(
  { db }: Pick<TestApp, 'db'>,
  actor: Actor,
  query: DocumentFilters & { readonly sort: DocumentSort },
): Promise<readonly string[]> {
  const found: string[] = []
  await asSystem(db, actor.companyId, async tx => {
    for (let after: string | null | undefined; after !== null; ) {
      const page = await documentPage(tx, actor, { ...query, limit: 200, after })
      found.push(...page.items.map(({ id }) => id))
      after = page.next
    }
  })
  return found
}
