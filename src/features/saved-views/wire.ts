/** Wire of saved views, whose list names and keys the app gives. */
import { z } from 'zod'
import { longestViewName, type SavedLists } from '#features/saved-views/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, lineWire, UuidWire } from '#kernel/wire.ts'

const ViewNameWire = lineWire(longestViewName, 'Escribe un nombre')
export const NamedViewWire = z.object({ name: ViewNameWire })

const ParameterWire = z
  .string()
  .min(1)
  .max(100, 'Máximo 100 caracteres')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres no admitidos')

/** Schemas of the names of lists and of the parameters of their addresses. */
type NameSchemas = { readonly list: z.ZodType<string, string>; readonly key: z.ZodType<string, string> }

/** Names for the browser, which sends those of its own screens. */
const anyNames: NameSchemas = { list: z.string(), key: z.string() }

/** Names of these lists alone. */
const listNames = (lists: SavedLists): NameSchemas => ({
  list: z.enum(Object.keys(lists), { error: 'No hay una lista así' }),
  key: z.enum([...new Set(Object.values(lists).flatMap(({ keys }) => keys))]),
})

const viewWire = ({ list, key }: NameSchemas) =>
  z.object({
    id: z.string(),
    list,
    name: z.string(),
    search: z.partialRecord(key, z.string()),
    can: z.object({ change: AbilityWire }),
  })
export type SavedViewWire = z.infer<ReturnType<typeof viewWire>>

/** Search parameters of a list's address; at least one, or there is nothing to save. */
const keptSearchWire = ({ key }: NameSchemas) =>
  z
    .partialRecord(key, ParameterWire)
    .refine(
      search => Object.keys(search).length > 0,
      'No hay nada que guardar: busca, filtra u ordena la lista',
    )

/** The calls of saved views; the server makes them for the lists that there are. */
export function savedViewCalls(lists?: SavedLists) {
  const names = lists === undefined ? anyNames : listNames(lists)
  const [SavedViewWire, KeptSearchWire] = [viewWire(names), keptSearchWire(names)]
  return {
    listSavedViews: endpoint({
      id: 'listSavedViews',
      forReaders: true,
      method: 'GET',
      path: '/api/saved-views',
      summary:
        'Views of lists that the person has saved in this company, by name, and for which lists another may be saved.',
      response: z.object({
        items: z.array(SavedViewWire),
        lists: z.array(z.object({ list: names.list, can: z.object({ save: AbilityWire }) })),
      }),
    }),
    saveView: endpoint({
      id: 'saveView',
      forReaders: true,
      method: 'POST',
      path: '/api/saved-views',
      summary: 'Keeps what the address of a list says, under a name that no other view of the list has.',
      body: z.object({ list: names.list, name: ViewNameWire, search: KeptSearchWire }),
      response: SavedViewWire,
      refusals: ['forbidden', 'saved_view_unfit', 'saved_view_limit', 'saved_view_name_taken'],
      idempotent: true,
    }),
    changeSavedView: endpoint({
      id: 'changeSavedView',
      forReaders: true,
      method: 'PATCH',
      path: '/api/saved-views/:savedViewId',
      summary: 'Renames a view or replaces its search; what is left out stays.',
      params: z.object({ savedViewId: UuidWire }),
      body: z.object({ name: ViewNameWire.optional(), search: KeptSearchWire.optional() }),
      response: SavedViewWire,
      refusals: ['not_found', 'saved_view_unfit', 'saved_view_name_taken'],
    }),
    deleteSavedView: endpoint({
      id: 'deleteSavedView',
      forReaders: true,
      method: 'DELETE',
      path: '/api/saved-views/:savedViewId',
      summary: 'Deletes a view.',
      params: z.object({ savedViewId: UuidWire }),
      response: z.object({ id: z.string() }),
      refusals: ['not_found'],
    }),
  }
}

export const { listSavedViews, saveView, changeSavedView, deleteSavedView } = savedViewCalls()
