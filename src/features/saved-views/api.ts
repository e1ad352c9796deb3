import { change, keep, remove } from '#features/saved-views/commands.ts'
import { savedViewWords } from '#features/saved-views/text.ts'
import { savedViews } from '#features/saved-views/views.ts'
import { changeSavedView, deleteSavedView, listSavedViews, saveView } from '#features/saved-views/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const savedViewRoutes: readonly Route[] = [
  read(listSavedViews, savedViews),
  write(saveView, savedViewWords, (tx, actor, { body }) => keep(tx, actor, body)),
  write(changeSavedView, savedViewWords, (tx, actor, { params, body }) =>
    change(tx, actor, params.savedViewId, body),
  ),
  write(deleteSavedView, savedViewWords, (tx, actor, { params }) => remove(tx, actor, params.savedViewId)),
]
