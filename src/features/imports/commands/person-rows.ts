/** Rows of people: an invitation each. */
import { nobody, readClient, readProvider, soundId } from '#features/imports/commands/lookups.ts'
import {
  answered,
  cellFaults,
  faulty,
  type KindOfRow,
  keyed,
  madeFrom,
  type Refused,
} from '#features/imports/commands/row.ts'
import type { Read } from '#features/imports/rules/cells.ts'
import { type Addressed, peopleAt } from '#features/imports/store/names.ts'
import { isInvitationUsed } from '#features/imports/views/untouched.ts'
import { revokeInvitation } from '#features/people/commands/invitations.ts'
import { invitePerson } from '#features/people/commands.ts'
import { type GrantableRole, grantableRoles } from '#features/people/rules.ts'
import { personWords } from '#features/people/text.ts'
import { type NewPerson, NewPersonWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const personKind: KindOfRow = {
  rowsAtOnce: 40,
  make: async (tx, actor, texts, { invite }) => {
    const client = await readClient(tx, texts.client ?? '')
    const provider = await readProvider(tx, texts.provider ?? '')
    const role = readRole(texts.role ?? '')
    const { name, lastName, email } = texts
    return madeFrom(
      {
        wire: NewPersonWire,
        body: {
          name,
          lastName,
          email,
          role: role.value,
          clientId: soundId(client, nobody.client),
          providerId: soundId(provider, nobody.provider),
        },
        columnByField: { clientId: 'client', providerId: 'provider' },
        make: async body => {
          const invited = await invitePerson(tx, actor, body, invite)
          const made = answered(invited, ({ invitationId }) => invitationId, personWords, {
            fields: { already_invited: 'email', already_member: 'email', email_taken: 'email' },
            existing: ['already_invited', 'already_member'],
          })
          return 'faults' in made && made.isExisting ? ((await faultOfOther(tx, body)) ?? made) : made
        },
      },
      cellFaults({ client, provider, role }),
    )
  },
  keys: ({ email = '' }) => keyed('email', 'correo', email.toLowerCase()),
  undo: async (tx, actor, id) => {
    if (await isInvitationUsed(tx, id)) return 'Ya se cuenta con esta persona en un proyecto'
    const revoked = await revokeInvitation(tx, actor, id)
    if (!isRefusal(revoked)) return true
    return revoked.refused === 'not_found'
      ? 'Ya ha entrado, o la invitación ya se anuló'
      : personWords(revoked)
  },
}

/** Fault of a row of somebody who is there as something else; null where they are what it says. */
async function faultOfOther(tx: TenantTx, person: NewPerson): Promise<Refused | null> {
  const [known] = await peopleAt(tx, [person.email])
  if (known === undefined || isAsSaid(known, person)) return null
  const { role, affiliation, userId } = known
  const now = `${roleLabel[role]}${affiliation === null ? '' : ` de ${affiliation}`}`
  return faulty('role', userId === null ? `Ya tiene una invitación como ${now}` : `Ya está como ${now}`)
}

const isAsSaid = (known: Addressed, { role, clientId = null, providerId = null }: NewPerson): boolean =>
  known.role === role && known.clientId === clientId && known.providerId === providerId

/** The role by its Spanish name, with or without its «de». */
function readRole(text: string): Read<GrantableRole> {
  const plain = (name: string) => fold(name).replace(' de ', ' ')
  const value = grantableRoles.find(role => plain(roleLabel[role]) === plain(text)) ?? null
  const names = grantableRoles.map(role => roleLabel[role]).join(', ')
  return { value, fault: value === null ? `No es ningún rol. Puede ser: ${names}` : null }
}
