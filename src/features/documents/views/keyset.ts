/** Order of the list of orders in SQL: what it sorts by, and where its pages begin. In its pieces `d` is a row of `document`. */
import { documentList } from '#features/documents/list.ts'
import type { listDocuments } from '#features/documents/wire.ts'
import type { QueryOf } from '#kernel/endpoint.ts'
import { keysetPage } from '#server/database/keyset.ts'
import { type Part, part } from '#server/database/sql.ts'

export type DocumentKeyset = ReturnType<typeof documentKeyset>

export const documentKeyset = (query: Pick<QueryOf<typeof listDocuments>, 'sort' | 'after' | 'limit'>) =>
  keysetPage(documentList, query, {
    id: part`d.number`,
    idValue: numberInId,
    keys: {
      date: part`d.number`,
      amount: part`d.amount_minor`,
      name: part`d.name_key`,
      provider: part`pv.search`,
      due: dueDayKey(query.sort.startsWith('-')),
    },
  })

/** Number of an order in its id: what follows `DOC-`. */
export const numberInId = (id: string): number => Number(id.slice(4))

/** Day that stands for none: the last or the first that a day may be. */
export const noDueDay = (isDown: boolean): string => (isDown ? '1900-01-01' : '2200-12-31')

/** Sort key by due day, for a direction. */
const dueDayKey = (isDown: boolean): Part => part`coalesce(d.due_on, ${noDueDay(isDown)}::date)`
