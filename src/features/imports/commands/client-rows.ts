/** Rows of clients: each with the invitation of its main account. */
import { changeClient, clientVersion, createClient } from '#features/clients/commands.ts'
import { lockClient } from '#features/clients/store.ts'
import { clientWords } from '#features/clients/text.ts'
import { NewClientWire } from '#features/clients/wire.ts'
import {
  answered,
  type KindOfRow,
  keyed,
  keyText,
  madeFrom,
  type RowTexts,
} from '#features/imports/commands/row.ts'
import { isClientTouched } from '#features/imports/views/untouched.ts'
import { revokeInvitation } from '#features/people/commands/invitations.ts'
import { findOpenInvitation } from '#features/people/store/invitations.ts'
import { personWords } from '#features/people/text.ts'
import type { Actor } from '#kernel/actor.ts'
import { isRefusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const clientKind: KindOfRow = {
  rowsAtOnce: 40,
  make: (tx, actor, texts, { invite }) =>
    madeFrom({
      wire: NewClientWire,
      body: texts,
      make: async body =>
        answered(await createClient(tx, actor, body, invite), ({ id }) => id, clientWords, {
          fields: {
            same_tax_id: 'taxId',
            already_invited: 'email',
            already_member: 'email',
            email_taken: 'email',
          },
          existing: ['same_tax_id'],
        }),
    }),
  keys: ({ taxId = '', email = '' }: RowTexts) => [
    ...keyed('taxId', 'NIF', keyText(taxId)),
    ...keyed('email', 'correo', email.toLowerCase()),
  ],
  undo,
}

async function undo(tx: TenantTx, actor: Actor, id: string): Promise<true | string> {
  const client = await lockClient(tx, id)
  if (client === null || client.status === 'inactive') return 'Ya estaba inactivo'
  if (await isClientTouched(tx, id)) return 'Ya se ha usado o cambiado, o alguien suyo ha entrado'
  const open = await findOpenInvitation(tx, client.email)
  if (open !== null && open.clientId === id) {
    const revoked = await revokeInvitation(tx, actor, open.id)
    if (isRefusal(revoked)) return personWords(revoked)
  }
  const content = { ...client, status: 'inactive' as const, seen: clientVersion(client) }
  const changed = await changeClient(tx, actor, id, content)
  return isRefusal(changed) ? clientWords(changed) : true
}
