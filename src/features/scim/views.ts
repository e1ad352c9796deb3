/** Settings of provisioning, for administrators. */
import { keptRefusals } from '#features/scim/rules.ts'
import { lastChanged } from '#features/scim/views/people.ts'
import type { ProvisioningWire } from '#features/scim/wire.ts'
import { scimPath } from '#features/scim/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** People whom the settings show. */
const shown = 5

export async function readProvisioning(
  tx: TenantTx,
  actor: Actor,
  origin: string,
): Promise<ProvisioningWire> {
  if (actor.role !== 'admin') throw commonProblem('forbidden')
  const [people, failures, [token]] = await Promise.all([
    lastChanged(tx, shown),
    tx.all<ProvisioningWire['failures'][number]>(sql`
      select id, subject, detail, created_at as "createdAt" from directory_refusal
      where company_id = ${tx.companyId} order by created_at desc, id desc limit ${keptRefusals}`),
    tx.all<{ has: boolean }>(sql`
      select exists (select from api_token where company_id = ${tx.companyId} and kind = 'service'
        and 'people:provision' = any (scopes) and revoked_at is null and expires_at > ${tx.now}) as has`),
  ])
  return {
    baseUrl: `${origin}${scimPath}`,
    hasToken: token?.has ?? false,
    people: people.map(({ name, lastName, email, active, isMember, isRemoved, changedAt }) => ({
      name: `${name} ${lastName}`.trim(),
      email,
      active,
      isInvited: active && !isMember,
      isRemoved,
      changedAt,
    })),
    failures,
  }
}
