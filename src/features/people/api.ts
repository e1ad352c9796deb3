import {
  activatePerson as activate,
  createPerson as create,
  deactivatePerson as deactivate,
} from '#features/people/commands.ts'
import { mayAdd, mayAdminister } from '#features/people/rules.ts'
import { personAbility, personWords } from '#features/people/text.ts'
import { peopleList } from '#features/people/views.ts'
import { activatePerson, createPerson, deactivatePerson, listPeople } from '#features/people/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'
import type { Passwords } from '#server/passwords.ts'
import { commonProblem } from '#server/problems.ts'

export const peopleRoutes = (passwords: Passwords): readonly Route[] => [
  read(listPeople, async (tx, actor, { query }) => {
    if (mayAdminister(actor) !== true) throw commonProblem('forbidden')
    return {
      items: await peopleList(tx, actor, query),
      can: { create: personAbility(mayAdd(actor)) },
    }
  }),
  write(createPerson, personWords, (tx, actor, { body }) => create(tx, actor, body, passwords)),
  write(deactivatePerson, personWords, (tx, actor, { params }) => deactivate(tx, actor, params.userId)),
  write(activatePerson, personWords, (tx, actor, { params }) => activate(tx, actor, params.userId)),
]
