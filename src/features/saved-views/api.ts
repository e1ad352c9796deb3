/** Routes of the saved views of the lists that the app names. */
import { change, remove, saveNewView } from '#features/saved-views/commands.ts'
import type { SavedLists } from '#features/saved-views/rules.ts'
import { savedViewWords } from '#features/saved-views/text.ts'
import { savedViews } from '#features/saved-views/views.ts'
import { savedViewCalls } from '#features/saved-views/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

/** Routes of the views of these lists. */
export function savedViewRoutes(lists: SavedLists): readonly Route[] {
  const calls = savedViewCalls(lists)
  return [
    read(calls.listSavedViews, (tx, actor) => savedViews(tx, actor, lists)),
    write(calls.saveView, savedViewWords, (tx, actor, { body }) => saveNewView(tx, actor, lists, body)),
    write(calls.changeSavedView, savedViewWords, (tx, actor, { params, body }) =>
      change(tx, actor, lists, params.savedViewId, body),
    ),
    write(calls.deleteSavedView, savedViewWords, (tx, actor, { params }) =>
      remove(tx, actor, params.savedViewId),
    ),
  ]
}
