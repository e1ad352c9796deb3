/** File of the list of people. */
import { peopleList } from '#features/people/list.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayOf } from '#kernel/day.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const peopleSheet = listSheet<typeof peopleList, PersonRowWire>(peopleList, {
  name: ({ name }) => name,
  email: ({ email }) => email,
  position: ({ position }) => position,
  department: ({ department }) => department,
  role: ({ role }) => roleLabel[role],
  organisation: ({ organisation }) => organisation,
  state: person => stateOf(person),
  seen: ({ lastSignInAt }, zone) => (lastSignInAt === null ? null : { day: dayOf(lastSignInAt, zone) }),
  created: ({ createdAt }, zone) => ({ day: dayOf(createdAt, zone) }),
})

function stateOf({ active, isInvited }: PersonRowWire): string {
  if (!active) return 'Desactivada'
  return isInvited ? 'Invitada' : 'Activa'
}
