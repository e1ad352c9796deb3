/** File of the list of people. */
import { peopleList } from '#features/people/list.ts'
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayFromInstant } from '#kernel/day.ts'
import { listSheet } from '#server/sheets/list-sheet.ts'

export const peopleSheet = listSheet<typeof peopleList, PersonRowWire>(peopleList, {
  name: ({ name }) => name,
  email: ({ email }) => email,
  position: ({ position }) => position,
  department: ({ department }) => department,
  role: ({ role }) => roleLabel[role],
  organisation: ({ organisation }) => organisation,
  state: person => stateText(person),
  seen: ({ lastSignInAt }, zone) =>
    lastSignInAt === null ? null : { day: dayFromInstant(lastSignInAt, zone) },
  created: ({ createdAt }, zone) => ({ day: dayFromInstant(createdAt, zone) }),
})

function stateText({ active, isInvited }: PersonRowWire): string {
  if (!active) return 'Desactivada'
  return isInvited ? 'Invitada' : 'Activa'
}
