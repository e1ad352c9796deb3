/** Routes of the people of a company, for whoever manages them. */
import { withdrawPendingAddress } from '#features/people/commands/pending-address.ts'
import {
  activateMember,
  endMemberSessions,
  type Invite,
  inviteMemberAgain,
  invitePerson,
} from '#features/people/commands.ts'
import { mayAdd, maySeePeople } from '#features/people/rules.ts'
import { personAbility, personWords } from '#features/people/text.ts'
import { peoplePage } from '#features/people/views/list.ts'
import { listPeople } from '#features/people/wire/list.ts'
import {
  activatePerson,
  createPerson,
  endPersonSessions,
  invitePersonAgain,
  withdrawAddress,
} from '#features/people/wire.ts'
import { type Route, read, write } from '#server/http/route.ts'
import { commonProblem } from '#server/problems.ts'

export const peopleRoutes = (invite: Invite): readonly Route[] => [
  read(listPeople, async (tx, actor, { query }) => {
    if (maySeePeople(actor) !== true) throw commonProblem('forbidden')
    return {
      ...(await peoplePage(tx, actor, query)),
      can: { create: personAbility(mayAdd(actor)) },
    }
  }),
  write(createPerson, personWords, (tx, actor, { body }) => invitePerson(tx, actor, body, invite)),
  write(invitePersonAgain, personWords, (tx, actor, { params }) =>
    inviteMemberAgain(tx, actor, params.userId, invite),
  ),
  write(withdrawAddress, personWords, (tx, actor, { params }) =>
    withdrawPendingAddress(tx, actor, params.userId),
  ),
  write(activatePerson, personWords, (tx, actor, { params }) => activateMember(tx, actor, params.userId)),
  write(endPersonSessions, personWords, (tx, actor, { params }) =>
    endMemberSessions(tx, actor, params.userId),
  ),
]
