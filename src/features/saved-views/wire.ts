import { z } from 'zod'
import { longestViewName, savedLists, searchKeys } from '#features/saved-views/rules.ts'
import { endpoint } from '#kernel/endpoint.ts'
import { AbilityWire, lineWire, UuidWire } from '#kernel/wire.ts'

const ListWire = z.enum(savedLists, { error: 'No hay una lista así' })

const ViewNameWire = lineWire(longestViewName, 'Escribe un nombre')
export const NamedViewWire = z.object({ name: ViewNameWire })

const SaidWire = z
  .string()
  .min(1)
  .max(100, 'Máximo 100 caracteres')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Contiene caracteres no admitidos')

/** Search parameters of a list's address; at least one, or there is nothing to save. */
const SearchKeptWire = z
  .partialRecord(z.enum(searchKeys), SaidWire)
  .refine(
    search => Object.keys(search).length > 0,
    'No hay nada que guardar: busca, filtra u ordena la lista',
  )

export const SavedViewWire = z.object({
  id: z.string(),
  list: ListWire,
  name: z.string(),
  search: z.partialRecord(z.enum(searchKeys), z.string()),
  can: z.object({ change: AbilityWire }),
})
export type SavedViewWire = z.infer<typeof SavedViewWire>

export const listSavedViews = endpoint({
  id: 'listSavedViews',
  method: 'GET',
  path: '/api/saved-views',
  summary:
    'The views of lists that this person keeps in this company, by name, and of which lists more may be kept.',
  response: z.object({
    items: z.array(SavedViewWire),
    lists: z.array(z.object({ list: ListWire, can: z.object({ save: AbilityWire }) })),
  }),
})

export const saveView = endpoint({
  id: 'saveView',
  method: 'POST',
  path: '/api/saved-views',
  summary: 'Keeps what the address of a list says, under a name that no other view of the list has.',
  body: z.object({ list: ListWire, name: ViewNameWire, search: SearchKeptWire }),
  response: SavedViewWire,
  refusals: ['forbidden', 'saved_view_unfit', 'saved_view_limit', 'saved_view_name_taken'],
  idempotent: true,
})

export const changeSavedView = endpoint({
  id: 'changeSavedView',
  method: 'PATCH',
  path: '/api/saved-views/:savedViewId',
  summary: 'Gives a view another name, or lets it say something else; what is left out stays.',
  params: z.object({ savedViewId: UuidWire }),
  body: z.object({ name: ViewNameWire.optional(), search: SearchKeptWire.optional() }),
  response: SavedViewWire,
  refusals: ['not_found', 'saved_view_unfit', 'saved_view_name_taken'],
})

export const deleteSavedView = endpoint({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/api/saved-views/:savedViewId',
  summary: 'Keeps a view no longer.',
  params: z.object({ savedViewId: UuidWire }),
  response: z.object({ id: z.string() }),
  refusals: ['not_found'],
})
