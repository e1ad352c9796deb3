/** Clients made and changed by the company's administrators. */
import { clientFact } from '#features/clients/facts.ts'
import { type Client, type ClientRefusal, clientAbilities, mayCreateClient } from '#features/clients/rules.ts'
import { insertClient, lockClient, lockOtherNameWithTaxId, saveClient } from '#features/clients/store.ts'
import { clientVersion } from '#features/clients/views.ts'
import type { changeClient as endpoint, NewClient } from '#features/clients/wire.ts'
import { soundTaxId } from '#features/companies/commands/sound-tax-id.ts'
import { sameData } from '#features/companies/rules.ts'
import type { Invite } from '#features/identity/store/admission.ts'
import { companyWithRoomForInvitation, inviteToCompany } from '#features/people/commands/invitations.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { newId } from '#kernel/ids.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type { Invite }
export { clientVersion }

type Refused = Refusal<ClientRefusal>

/** Makes a client; the owner of its address becomes its main account by accepting an invitation. */
export async function createClient(
  tx: TenantTx,
  actor: Actor,
  content: NewClient,
  invite: Invite,
): Promise<{ id: string; invitationId: string } | Refused> {
  const may = mayCreateClient(actor)
  if (may !== true) return may
  const { name, email, phone } = content
  const taxId = soundTaxId(null, content.taxId)
  const company = await companyWithRoomForInvitation(tx)
  if (isRefusal(company)) return company
  const id = newId(tx.now.getTime())
  const isNew = await mayHaveTaxId(tx, { id, taxId })
  if (isNew !== true) return isNew
  const makeOrganisation = async () => {
    await insertClient(tx, { id, name, taxId, email, phone, status: 'active' })
    await record(tx, actor, clientFact('client.created', id, { after: { name, taxId, email, phone } }))
  }
  // A new account gets the client's id; an existing one keeps its own, and the answer does not reveal that it
  // existed.
  const account = { email, name, lastName: '', role: 'client', accountId: id } as const
  const invited = await inviteToCompany(
    tx,
    actor,
    { ...account, clientId: id, providerId: null },
    {
      companyName: company.name,
      invite,
      seesMember: () => true,
      makeOrganisation,
    },
  )
  return isRefusal(invited) ? invited : { id, ...invited }
}

/** Changes a client's contact data and status; how its main account signs in stays as it is. */
export async function changeClient(
  tx: TenantTx,
  actor: Actor,
  clientId: string,
  { seen: baseVersion, ...content }: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refused> {
  const may = clientAbilities(actor).edit
  if (may !== true) return may
  const before = await lockClient(tx, clientId)
  if (!before) return refuse('not_found')
  const same = sameData(clientVersion(before), baseVersion)
  if (same !== true) return same
  const after: Client = { ...content, taxId: soundTaxId(before.taxId, content.taxId), id: before.id }
  const becomesActive = after.status === 'active' && before.status !== 'active'
  if (after.status === 'active' && (becomesActive || after.taxId !== before.taxId)) {
    const isNew = await mayHaveTaxId(tx, after)
    if (isNew !== true) return isNew
  }
  await saveClient(tx, after)
  await record(tx, actor, clientFact('client.changed', before.id, { before, after }))
  return { id: before.id }
}

/** Refusal of a tax id that another active client has. */
async function mayHaveTaxId(tx: TenantTx, client: Pick<Client, 'id' | 'taxId'>): Promise<true | Refused> {
  const other = client.taxId === null ? null : await lockOtherNameWithTaxId(tx, client.id, client.taxId)
  return other === null ? true : refuse('same_tax_id', { client: other })
}
