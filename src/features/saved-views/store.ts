/** Rows of `saved_view`: names that a person has given to the addresses of lists. */
import { pickSavedKeys, type SavedLists, type SavedView } from '#features/saved-views/rules.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Saved views of the person, by list and name, without those of lists that the product no longer has, and without what
 * their lists no longer have. A view of which nothing is left keeps its name, which its person may give another search.
 */
export async function readSavedViews(
  tx: TenantTx,
  userId: string,
  lists: SavedLists,
): Promise<readonly SavedView[]> {
  const found = await tx.all<SavedView>(sql`
    select id, list, name, search from saved_view
    where company_id = ${tx.companyId} and user_id = ${userId} and list = any (${Object.keys(lists)}::text[])
    order by list, name_key`)
  return found.map(view => ({ ...view, search: pickSavedKeys(lists[view.list]?.keys ?? [], view.search) }))
}

/** Locks the person's membership: of two concurrent saves, the second reads the first. */
export async function lockOwner(tx: TenantTx, userId: string): Promise<void> {
  await tx.all(sql`
    select user_id from member where company_id = ${tx.companyId} and user_id = ${userId} for no key update`)
}

export async function insertView(tx: TenantTx, userId: string, view: SavedView): Promise<void> {
  const { id, list, name, search } = view
  await tx.runOne(sql`
    insert into saved_view (company_id, id, user_id, list, name, name_key, search, created_at, changed_at)
    values (${tx.companyId}, ${id}, ${userId}, ${list}, ${name}, ${fold(name)}, ${JSON.stringify(search)}::jsonb,
      ${tx.now}, ${tx.now})`)
}

export async function updateView(
  tx: TenantTx,
  userId: string,
  { id, name, search }: SavedView,
): Promise<void> {
  await tx.runOne(sql`
    update saved_view set name = ${name}, name_key = ${fold(name)}, search = ${JSON.stringify(search)}::jsonb,
      changed_at = ${tx.now}
    where company_id = ${tx.companyId} and user_id = ${userId} and id = ${id}`)
}

/** Deletes a view of the person; false when they have no such view. */
export async function removeView(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  const removed = await tx.run(sql`
    delete from saved_view where company_id = ${tx.companyId} and user_id = ${userId} and id = ${id}`)
  return removed === 1
}
