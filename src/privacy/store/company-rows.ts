/**
 * Store of a person's data in a company's rows besides its journal. Ids stay: an order still says that a person approved
 * it.
 */
import { erasedAddress, erasedName } from '#features/seals/rules/erasure.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Names and addresses that decisions, events and invitations of the company kept. */
export async function namesOfTheMoment(tx: TenantTx, userId: string): Promise<string[]> {
  const found = await tx.all<{ value: string }>(sql`
    select distinct value from (
      select unnest(array[approver_name, approver_email]) as value from approval
        where company_id = ${tx.companyId} and approver_id = ${userId}
      union all select unnest(array[decided_by_name, decided_by_email]) from approval
        where company_id = ${tx.companyId} and decided_by = ${userId}
      union all select actor_name from event where company_id = ${tx.companyId} and actor_id = ${userId}
      union all select on_behalf_of_name from event where company_id = ${tx.companyId} and on_behalf_of = ${userId}
      union all select unnest(array[email, name, trim(name || ' ' || last_name)]) from invitation
        where company_id = ${tx.companyId} and user_id = ${userId}
      union all select invited_by_name from invitation where company_id = ${tx.companyId} and invited_by = ${userId}
    ) named where value <> ''`)
  return found.map(({ value }) => value)
}

export async function eraseApprovals(tx: TenantTx, userId: string): Promise<number> {
  const own = await tx.run(sql`
    update approval set approver_name = null, approver_email = null
    where company_id = ${tx.companyId} and approver_id = ${userId} and approver_name is not null`)
  const forOthers = await tx.run(sql`
    update approval set decided_by_name = null, decided_by_email = null
    where company_id = ${tx.companyId} and decided_by = ${userId} and decided_by_name is not null`)
  return own + forOthers
}

/** Invitations of the person, and those that they sent: an open one is taken back. */
export async function eraseInvitations(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(sql`
    update invitation set email = ${erasedAddress(userId)}, name = ${erasedName}, last_name = '',
      outcome = coalesce(outcome, 'revoked'), ended_at = coalesce(ended_at, ${tx.now})
    where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`
    update invitation set invited_by_name = ${erasedName}
    where company_id = ${tx.companyId} and invited_by = ${userId}`)
}

/**
 * Things that only the person used: saved views, answers kept for repeated requests, who they are at the provider,
 * names of their tokens.
 */
export async function eraseOwnThings(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(sql`delete from saved_view where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`delete from idempotency_key where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`delete from decision_link where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`delete from company_identity where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`
    update api_token set name = ${erasedName}, revoked_at = coalesce(revoked_at, ${tx.now})
    where company_id = ${tx.companyId} and user_id = ${userId} and kind = 'personal'`)
}

/** The person's notices go; those of others, which may name several people in one text, forget the name. */
export async function eraseNotices(tx: TenantTx, userId: string, known: readonly string[]): Promise<number> {
  const own = await tx.run(sql`delete from notice where company_id = ${tx.companyId} and user_id = ${userId}`)
  // A first name alone may be anybody's within a text.
  const names = known.filter(name => /[ @]/.test(name))
  const naming = await tx.all<{ id: string; holders: string }>(sql`
    select id, facts ->> 'holders' as holders from notice where company_id = ${tx.companyId}
      and exists (select from unnest(${names}::text[]) name where strpos(facts ->> 'holders', name) > 0)`)
  const left = naming.map(({ holders }) =>
    names.reduce((text, name) => text.replaceAll(name, erasedName), holders),
  )
  await tx.run(sql`
    update notice n set facts = jsonb_set(n.facts, '{holders}', to_jsonb(left_over.holders))
    from unnest(${naming.map(({ id }) => id)}::uuid[], ${left}::text[]) as left_over (id, holders)
    where n.company_id = ${tx.companyId} and n.id = left_over.id`)
  return own + naming.length
}

/** Rows of imported files that hold one of the person's addresses: their cells are emptied. */
export async function eraseImportedRows(tx: TenantTx, known: readonly string[]): Promise<void> {
  const addresses = known.filter(name => name.includes('@'))
  await tx.run(sql`
    update import_row set keys = '{}', faults = '[]', note = null, cells = array_fill(''::text, array[cardinality(cells)])
    where company_id = ${tx.companyId}
      and exists (select from unnest(cells) cell
        where regexp_split_to_array(lower(cell), '[\\s;,|<>]+') && ${addresses}::text[])`)
}

/** Mails that came from one of the person's addresses forget it, and nobody knows it as a provider's any more. */
export async function eraseMailedFrom(tx: TenantTx, known: readonly string[]): Promise<void> {
  const addresses = known.filter(name => name.includes('@')).map(name => name.toLowerCase())
  await tx.run(sql`
    update mailbox_message set from_address = '', from_name = ${erasedName}
    where company_id = ${tx.companyId} and from_address = any (${addresses}::text[])`)
  await tx.run(sql`
    update received_invoice set mailed_from = ''
    where company_id = ${tx.companyId} and mailed_from = any (${addresses}::text[])`)
  await tx.run(sql`
    delete from mailbox_sender where company_id = ${tx.companyId} and address = any (${addresses}::text[])`)
}

/** Names that the company's directory has for the person, and refusals to it about them. */
export async function eraseFromDirectory(
  tx: TenantTx,
  userId: string,
  known: readonly string[],
): Promise<void> {
  await tx.run(sql`
    update directory_person set external_id = null where company_id = ${tx.companyId} and user_id = ${userId}`)
  await tx.run(sql`
    delete from directory_refusal where company_id = ${tx.companyId} and subject = any (${known}::text[])`)
}

export async function countCertificates(tx: TenantTx, known: readonly string[]): Promise<number> {
  const found = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from certificate where company_id = ${tx.companyId}
      and exists (select from unnest(${known}::text[]) name where strpos(facts, to_jsonb(name)::text) > 0)`)
  return found?.count ?? 0
}
