/** Saved views of a person: saved, changed and deleted by that person. */
import {
  hasRoom,
  isFreeName,
  isSavableSearch,
  maySaveViews,
  type SavedLists,
  type SavedViewRefusal,
} from '#features/saved-views/rules.ts'
import { insertView, lockOwner, readSavedViews, removeView, updateView } from '#features/saved-views/store.ts'
import { savedViewWire } from '#features/saved-views/views.ts'
import type { changeSavedView, SavedViewWire, saveView } from '#features/saved-views/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { firstRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Answer<T> = Promise<T | Refusal<SavedViewRefusal>>

// Saving a view makes no event and no notice: see decision 036.

export async function saveNewView(
  tx: TenantTx,
  actor: Actor,
  lists: SavedLists,
  body: BodyOf<typeof saveView>,
): Answer<SavedViewWire> {
  const list = lists[body.list]
  await lockOwner(tx, actor.userId)
  const own = await readSavedViews(tx, actor.userId, lists)
  const view = { id: newId(tx.now.getTime()), ...body }
  const may = firstRefusal(
    maySaveViews(actor, list),
    isSavableSearch(view, list),
    isFreeName(view, own),
    hasRoom(view.list, own),
  )
  if (may !== true) return may
  await insertView(tx, actor.userId, view)
  return savedViewWire(view)
}

/** Changes a view of the person; somebody else's is answered as unknown. */
export async function change(
  tx: TenantTx,
  actor: Actor,
  lists: SavedLists,
  id: string,
  { name, search }: BodyOf<typeof changeSavedView>,
): Answer<SavedViewWire> {
  await lockOwner(tx, actor.userId)
  const own = await readSavedViews(tx, actor.userId, lists)
  const view = own.find(each => each.id === id)
  if (!view) return refuse('not_found')
  const next = { ...view, name: name ?? view.name, search: search ?? view.search }
  const may = firstRefusal(isSavableSearch(next, lists[next.list]), isFreeName(next, own))
  if (may !== true) return may
  await updateView(tx, actor.userId, next)
  return savedViewWire(next)
}

export async function remove(tx: TenantTx, actor: Actor, id: string): Answer<{ id: string }> {
  return (await removeView(tx, actor.userId, id)) ? { id } : refuse('not_found')
}
