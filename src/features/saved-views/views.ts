/** Saved views of a person, for the lists that show them. */
import { hasRoom, maySaveViews, type SavedLists, type SavedView } from '#features/saved-views/rules.ts'
import { readSavedViews } from '#features/saved-views/store.ts'
import { savedViewAbility } from '#features/saved-views/text.ts'
import type { listSavedViews, SavedViewWire } from '#features/saved-views/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { ResponseOf } from '#kernel/endpoint.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Saved views of the person, and for each list the ability to save one more. */
export async function savedViews(
  tx: TenantTx,
  actor: Actor,
  lists: SavedLists,
): Promise<ResponseOf<typeof listSavedViews>> {
  const own = await readSavedViews(tx, actor.userId, lists)
  const names = Object.keys(lists).filter(name => maySaveViews(actor, lists[name]) === true)
  return {
    items: own.filter(({ list }) => names.includes(list)).map(savedViewWire),
    lists: names.map(list => ({ list, can: { save: savedViewAbility(hasRoom(list, own)) } })),
  }
}

export const savedViewWire = ({ id, list, name, search }: SavedView): SavedViewWire => ({
  id,
  list,
  name,
  search,
  can: { change: true },
})
