/** One client, and the pieces of SQL that its list shares. */
import { type Client, clientAbilities, visibleClients } from '#features/clients/rules.ts'
import { clientAbility } from '#features/clients/text.ts'
import type { ClientWire } from '#features/clients/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type ClientRow = Omit<ClientWire, 'can' | 'version'>

export async function readClient(tx: TenantTx, actor: Actor, clientId: string): Promise<ClientWire | null> {
  const row = await tx.one<ClientRow>(sql`
    select ${clientColumns} from client c
    where c.company_id = ${tx.companyId} and c.id = ${clientId} and ${clientVisibleTo(actor)}`)
  return row && withAbilities(actor, row)
}

/** Columns of a client; expects `client` as `c`. */
export const clientColumns = part`
  c.id, c.name, c.tax_id as "taxId", c.email, c.phone, c.status, c.created_at as "createdAt",
  (select count(*)::int from client_provider cp
    where cp.company_id = c.company_id and cp.client_id = c.id) as "providersCount"`

/** Predicate: the actor sees the client; expects `client` as `c`. */
export function clientVisibleTo(actor: Actor) {
  const reach = visibleClients(actor)
  if (reach.kind === 'own') return part`c.id = ${reach.clientId}`
  return reach.kind === 'company' ? part`true` : part`false`
}

/** Version of a client's data; without a tax id it is that of the release before. */
export const clientVersion = ({ id, name, taxId, email, phone, status }: Client): string =>
  contentVersion({ id, name, ...(taxId === null ? {} : { taxId }), email, phone, status })

export function withAbilities(actor: Actor, row: ClientRow): ClientWire {
  const { edit, assignProviders } = clientAbilities(actor)
  return {
    ...row,
    version: clientVersion(row),
    can: { edit: clientAbility(edit), assignProviders: clientAbility(assignProviders) },
  }
}
