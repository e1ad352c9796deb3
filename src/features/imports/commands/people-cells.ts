/** People of a project by their addresses, of whom some may not have accepted their invitation yet. */
import { addresses, type Read } from '#features/imports/rules/cells.ts'
import { type Addressed, peopleAt } from '#features/imports/store/names.ts'
import { rolesOfPeople } from '#features/projects/rules.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type People = {
  readonly userIds: string[]
  readonly invitationIds: string[]
  readonly names: readonly string[]
}

/** `clientId`: client of the project, null while it is not known; `who`: members alone hold any other permission. */
export async function readPeople(
  tx: TenantTx,
  text: string,
  clientId: string | null,
  who: 'members' | 'invited too' = 'invited too',
): Promise<People & Read<People>> {
  const emails = addresses(text)
  const found = await peopleAt(tx, emails)
  const faults = emails.flatMap(email => {
    const person = found.find(each => each.email === email)
    return person === undefined
      ? `Nadie de la empresa tiene la dirección ${email}`
      : unfit(person, clientId, who)
  })
  const sound = found.filter(person => unfit(person, clientId, who).length === 0)
  const people: People = {
    userIds: sound.flatMap(({ userId }) => userId ?? []),
    invitationIds: sound.flatMap(({ invitationId }) => invitationId ?? []),
    names: sound.map(({ name, userId }) => (userId === null ? `${name} (cuando acepte)` : name)),
  }
  return { ...people, value: people, fault: faults.length === 0 ? null : faults.join('. ') }
}

/** Why somebody cannot take part in a project of the client; nothing when they can. */
function unfit(
  { email, role, clientId: own, isActive, userId }: Addressed,
  clientId: string | null,
  who: 'members' | 'invited too',
): string[] {
  if (!isActive) return [`${email} está desactivado`]
  const takesPart = rolesOfPeople.some(each => each === role)
  if (!takesPart || (own !== null && clientId !== null && own !== clientId))
    return [`${email} no puede participar en proyectos de este cliente`]
  return who === 'members' && userId === null
    ? [`${email} todavía no ha aceptado su invitación: dale el permiso cuando entre`]
    : []
}
