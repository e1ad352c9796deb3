/** People as rows of a sheet. */
import type { PersonRowWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { dayOf, type TimeZone } from '#kernel/day.ts'
import { textCell } from '#server/sheets/cells.ts'
import type { Row } from '#server/sheets/sheet.ts'

export const peopleSheetColumns = [
  { header: 'Nombre', width: 32 },
  { header: 'Correo electrónico', width: 32 },
  { header: 'Puesto', width: 24 },
  { header: 'Departamento', width: 24 },
  { header: 'Rol', width: 20 },
  { header: 'Pertenece a', width: 32 },
  { header: 'Estado', width: 14 },
  { header: 'Última entrada', width: 14 },
  { header: 'Desde', width: 12 },
] as const

export function peopleSheetRow(person: PersonRowWire, zone: TimeZone): Row {
  const { name, email, position, department, role, organisation, lastSignInAt, createdAt } = person
  return [
    { text: name },
    { text: email },
    { text: position },
    { text: department },
    { text: roleLabel[role] },
    textCell(organisation),
    { text: stateOf(person) },
    lastSignInAt === null ? { text: '' } : { day: dayOf(lastSignInAt, zone) },
    { day: dayOf(createdAt, zone) },
  ]
}

function stateOf({ active, isInvited }: PersonRowWire): string {
  if (!active) return 'Desactivada'
  return isInvited ? 'Invitada' : 'Activa'
}
