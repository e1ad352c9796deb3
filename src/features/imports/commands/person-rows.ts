/** Rows of people: an invitation each. */
import { answered, type KindOfRow, keyed, parsedRow } from '#features/imports/commands/row.ts'
import type { RowFault } from '#features/imports/rules.ts'
import { clientsNamed, providersNamed } from '#features/imports/store/names.ts'
import { revokeInvitation } from '#features/people/commands/invitations.ts'
import { invitePerson } from '#features/people/commands.ts'
import { grantableRoles } from '#features/people/rules.ts'
import { personWords } from '#features/people/text.ts'
import { NewPersonWire } from '#features/people/wire.ts'
import { roleLabel } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'
import { fold } from '#kernel/text.ts'

export const personKind: KindOfRow = {
  make: async (tx, actor, texts, { invite }) => {
    const client = await one(clientsNamed(tx, texts.client ? [texts.client] : []))
    const provider = await one(providersNamed(tx, texts.provider ?? ''))
    const { name, lastName, email } = texts
    const found = parsedRow(
      NewPersonWire,
      { name, lastName, email, role: roleFrom(texts.role ?? ''), clientId: client, providerId: provider },
      { clientId: 'client', providerId: 'provider' },
    )
    const unknown = [
      ...unknownParty('client', 'cliente activo', texts.client ?? '', client),
      ...unknownParty('provider', 'proveedor activo', texts.provider ?? '', provider),
    ]
    if ('faults' in found || unknown.length > 0) {
      const others = 'faults' in found ? found.faults : []
      const named = new Set(unknown.map(({ field }) => field))
      return { faults: [...unknown, ...others.filter(({ field }) => !named.has(field))] }
    }
    return answered(
      await invitePerson(tx, actor, found.body, invite),
      ({ invitationId }) => invitationId,
      personWords,
      { already_invited: 'email', already_member: 'email', email_taken: 'email' },
    )
  },
  keys: ({ email = '' }) => keyed('correo', email.toLowerCase()),
  undo: async (tx, actor, id) => {
    const revoked = await revokeInvitation(tx, actor, id)
    if (!isRefusal(revoked)) return true
    return revoked.refused === 'not_found'
      ? 'Ya ha entrado, o la invitación ya se anuló'
      : personWords(revoked)
  },
}

/** The role by its Spanish name; what is no such name is refused by the schema. */
const roleFrom = (text: string): string =>
  grantableRoles.find(role => fold(roleLabel[role]) === fold(text)) ?? text

/** The id, where exactly one has the name. */
async function one(found: Promise<readonly { readonly id: string }[]>): Promise<string | null> {
  const [first, ...others] = await found
  return first !== undefined && others.length === 0 ? first.id : null
}

const unknownParty = (field: string, noun: string, name: string, id: string | null): RowFault[] =>
  name === '' || id !== null ? [] : [{ field, text: `No hay un solo ${noun} que se llame «${name}»` }]
