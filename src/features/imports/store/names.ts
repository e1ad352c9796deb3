/** Names by which a file tells things apart, as people write them: ids, tax ids, names and addresses. */
import type { ContractStatus, ContractType } from '#features/contracts/rules.ts'
import type { Role } from '#kernel/actor.ts'
import { taxIdKey } from '#kernel/tax-id.ts'
import { fold } from '#kernel/text.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export type Named = { readonly id: string; readonly name: string; readonly isActive: boolean }

/** Clients of this name or tax id. */
export const clientsNamed = async (tx: TenantTx, text: string): Promise<Named[]> =>
  text === ''
    ? []
    : tx.all<Named>(sql`
        select id, name, status = 'active' as "isActive" from client where company_id = ${tx.companyId}
          and (name_key = ${fold(text)} or tax_key = ${taxIdKey(text)}) order by id`)

/** Providers of this name, tax id or id (`PRV-001`), but for those that were merged into another. */
export const providersNamed = async (tx: TenantTx, text: string): Promise<Named[]> =>
  text === ''
    ? []
    : tx.all<Named>(sql`
        select id, name, status = 'active' as "isActive" from provider where company_id = ${tx.companyId}
          and (name_key = ${fold(text)} or tax_key = ${taxIdKey(text)} or id = ${text.toUpperCase()})
          and merged_into is null order by id`)

export type NamedContract = Named & {
  readonly clientId: string
  readonly clientName: string
  readonly currency: string
  readonly totalMinor: string
}

/** Contracts of this id (`CTR-001`) or description; of a client where one is given. */
export const contractsNamed = async (
  tx: TenantTx,
  text: string,
  clientId: string | null,
): Promise<NamedContract[]> =>
  text === ''
    ? []
    : tx.all<NamedContract>(sql`
        select c.id, c.description as name, c.status = 'active' as "isActive", c.client_id as "clientId",
          cl.name as "clientName", c.currency, c.total_minor::text as "totalMinor"
        from contract c join client cl on cl.company_id = c.company_id and cl.id = c.client_id
        where c.company_id = ${tx.companyId}
          and (c.id = ${text.toUpperCase()} or lower(c.description) = ${text.toLowerCase()})
          and (${clientId}::uuid is null or c.client_id = ${clientId}) order by c.id`)

export type SameContract = {
  readonly type: ContractType
  readonly clientId: string
  readonly providerId: string | null
  readonly description: string
  readonly startsOn: string
}

/** Id of a contract with the same parties, description and beginning, unless it was made inactive. */
export const findSameContract = async (
  tx: TenantTx,
  { type, clientId, providerId, description, startsOn }: SameContract,
): Promise<string | null> =>
  (
    await tx.one<{ id: string }>(sql`
      select id from contract where company_id = ${tx.companyId} and client_id = ${clientId} and type = ${type}
        and provider_id is not distinct from ${providerId} and lower(description) = ${description.toLowerCase()}
        and starts_on = ${startsOn} and status <> ${'inactive' satisfies ContractStatus} order by id limit 1`)
  )?.id ?? null

export type NamedProject = Named & { readonly clientId: string }

/** Projects of this id (`PRJ-001`) or name. */
export const projectsNamed = async (tx: TenantTx, text: string): Promise<NamedProject[]> =>
  text === ''
    ? []
    : tx.all<NamedProject>(sql`
        select id, name, status = 'active' as "isActive", client_id as "clientId" from project
        where company_id = ${tx.companyId} and (id = ${text.toUpperCase()} or name_key = ${fold(text)}) order by id`)

/** Cost centres of this code or name, of the whole company or of the client. */
export const centresNamed = async (tx: TenantTx, text: string, clientId: string | null): Promise<Named[]> =>
  text === ''
    ? []
    : tx.all<Named>(sql`
        select id, code || ' ' || name as name, status = 'active' as "isActive" from cost_centre
        where company_id = ${tx.companyId} and (code_key = ${fold(text)} or lower(name) = ${text.toLowerCase()})
          and (client_id is null or client_id = ${clientId}) order by id`)

export type Addressed = {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly clientId: string | null
  readonly providerId: string | null
  /** Name of their client or provider. */
  readonly affiliation: string | null
  readonly isActive: boolean
  /** Exactly one of both: a member of the company, or somebody who has not accepted their invitation yet. */
  readonly userId: string | null
  readonly invitationId: string | null
}

/** Members and invited people of the company at these addresses, which are in lower case. */
export const peopleAt = async (tx: TenantTx, emails: readonly string[]): Promise<Addressed[]> =>
  emails.length === 0
    ? []
    : tx.all<Addressed>(sql`
        select p.*, coalesce((select c.name from client c where c.company_id = ${tx.companyId} and c.id = p."clientId"),
          (select v.name from provider v where v.company_id = ${tx.companyId} and v.id = p."providerId")) as affiliation
        from (
          select who.email, trim(who.name || ' ' || who.last_name) as name, who.role, m.client_id as "clientId",
            m.provider_id as "providerId", m.active and who.active as "isActive", m.user_id as "userId",
            null as "invitationId"
          from account who join member m on m.company_id = ${tx.companyId} and m.user_id = who.id
          where who.email = any (${emails}::text[])
          union all
          select email, trim(name || ' ' || last_name), role, client_id, provider_id, true, null, id from invitation
          where company_id = ${tx.companyId} and outcome is null and email = any (${emails}::text[])) p`)
