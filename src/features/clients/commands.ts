import { abilities, type Client, type ClientRefusal, mayCreateClient } from '#features/clients/rules.ts'
import { insertClient, lockClient, saveClient } from '#features/clients/store.ts'
import type { changeClient as endpoint, NewClient } from '#features/clients/wire.ts'
import { mayCreate, sameData } from '#features/companies/rules.ts'
import { lockCompany } from '#features/companies/store.ts'
import { linkCompany } from '#features/identity/store/accounts.ts'
import { admitAccount, type Invite } from '#features/identity/store/admission.ts'
import { countActiveMembers, insertMember, lockMember } from '#features/people/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { BodyOf } from '#kernel/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'
import { versionOf } from '#server/version.ts'

export type { Invite }

type Refused = Refusal<ClientRefusal>

/** The organisation and its main account, with one id for both; its owner is invited to choose a password. */
export async function createClient(
  tx: TenantTx,
  actor: Actor,
  content: NewClient,
  invite: Invite,
): Promise<{ id: string } | Refused> {
  const may = mayCreateClient(actor)
  if (may !== true) return may
  const { name, email, phone } = content
  const company = await lockCompany(tx)
  const room = mayCreate(company, 'users', await countActiveMembers(tx))
  if (room !== true) return room
  const admitted = await admitAccount(tx, { name, lastName: '', email, role: 'client' }, tx.now)
  if (isRefusal(admitted)) return admitted
  const id = admitted.userId
  if (await lockMember(tx, id)) return refuse('already_member')
  await insertClient(tx, { id, name, email, phone, status: 'active' })
  if (!(await insertMember(tx, { userId: id, clientId: id, providerId: null })))
    throw new Error('a client’s main account could not become a member')
  await linkCompany(tx, id, tx.companyId)
  await record(tx, actor, {
    action: 'client.created',
    object: { type: 'client', id },
    after: { name, email, phone },
  })
  await invite(tx, { ...admitted, email, name, by: actor.name, to: company.name }, tx.now)
  return { id }
}

/** Contact data and status; the main account signs in as before. */
export async function changeClient(
  tx: TenantTx,
  actor: Actor,
  clientId: string,
  { seen, ...content }: BodyOf<typeof endpoint>,
): Promise<{ id: string } | Refused> {
  const may = abilities(actor).edit
  if (may !== true) return may
  const before = await lockClient(tx, clientId)
  if (!before) return refuse('not_found')
  const same = sameData(versionOf(before), seen)
  if (same !== true) return same
  const after: Client = { ...content, id: before.id }
  await saveClient(tx, after)
  await record(tx, actor, {
    action: 'client.changed',
    object: { type: 'client', id: before.id },
    before,
    after,
  })
  return { id: before.id }
}
