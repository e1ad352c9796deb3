/** Routes of recurrences: lists, changes and the order that a stopped one lacks. */
import { paces } from '#features/companies/rules/paces.ts'
import { applyMove, changeTerms, createRecurrence, makeStoppedOrder } from '#features/recurrences/commands.ts'
import { recurrenceWords } from '#features/recurrences/text.ts'
import { readRecurrence, recurrenceList } from '#features/recurrences/views.ts'
import {
  changeRecurrence,
  getRecurrence,
  listRecurrences,
  makeDueOrder,
  moveRecurrence,
  repeatDocument,
} from '#features/recurrences/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'

export const recurrenceRoutes: readonly Route[] = [
  read(listRecurrences, (tx, actor, { query }) => recurrenceList(tx, actor, query)),
  read(getRecurrence, (tx, actor, { params }) => readRecurrence(tx, actor, params.documentId)),
  write(repeatDocument, recurrenceWords, (tx, actor, { params, body }) =>
    createRecurrence(tx, actor, params.documentId, body),
  ),
  write(changeRecurrence, recurrenceWords, (tx, actor, { params, body }) =>
    changeTerms(tx, actor, params.recurrenceId, body),
  ),
  write(moveRecurrence, recurrenceWords, (tx, actor, { params, body }) =>
    applyMove(tx, actor, params.recurrenceId, body),
  ),
  write({ ...makeDueOrder, pace: paces.orders }, recurrenceWords, (tx, actor, { params, body }) =>
    makeStoppedOrder(tx, actor, params.recurrenceId, body),
  ),
]
