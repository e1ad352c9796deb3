/** Read models of the second-factor policy: the company's, for its administrators, and each person's own duty. */
import type { Identity } from '#features/identity/commands/identity.ts'
import { mayChoose } from '#features/identity/rules/factor-policy.ts'
import { factorPolicyAbility } from '#features/identity/text/factor-policy.ts'
import type { FactorPolicyWire } from '#features/identity/wire/factor-policy.ts'
import type { FactorAsked } from '#features/identity/wire/factors.ts'
import { type Actor, type Role, readsWholeCompany } from '#kernel/actor.ts'
import { type FactorPolicy, factorDuty, policyInForce, policyOfProgram } from '#kernel/second-factor.ts'
import { memberDecides } from '#server/auth/deciding.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

type Strict = Pick<Identity, 'isStrict'>

type PolicyRow = {
  chosen: FactorPolicy | null
  hasFactor: boolean
  administrators: number
  administratorsWithout: number
  deciders: number
  decidersWithout: number
}

/** The policy in force, and the number of active people whom each policy asks. */
export async function readFactorPolicy(
  tx: TenantTx,
  actor: Actor,
  { isStrict }: Strict,
): Promise<FactorPolicyWire> {
  if (!readsWholeCompany(actor.role)) throw commonProblem('forbidden')
  const row = await tx.one<PolicyRow>(sql`
    with person as (
      select who.id, who.second_factor, who.role in ('admin', 'auditor') as administers, who.role in ('admin', 'auditor') or ${memberDecides(tx.now)} as decides
      from member m join account who on who.id = m.user_id join company co on co.company_id = m.company_id
      where m.company_id = ${tx.companyId} and m.active and who.active)
    select (select second_factor_policy from company where company_id = ${tx.companyId}) as chosen,
      coalesce(bool_or(second_factor) filter (where id = ${actor.userId}), false) as "hasFactor",
      count(*) filter (where administers)::int as administrators,
      count(*) filter (where administers and not second_factor)::int as "administratorsWithout",
      count(*) filter (where decides)::int as deciders,
      count(*) filter (where decides and not second_factor)::int as "decidersWithout"
    from person`)
  if (!row) throw new Error('a count answers one row')
  const inForce = policyInForce(isStrict, row.chosen)
  const can = (policy: FactorPolicy) =>
    factorPolicyAbility(mayChoose(actor, { isStrict, inForce, hasFactor: row.hasFactor }, policy))
  return {
    inForce,
    concerned: {
      administrators: { people: row.administrators, without: row.administratorsWithout },
      deciders: { people: row.deciders, without: row.decidersWithout },
    },
    can: { nobody: can('nobody'), administrators: can('administrators'), deciders: can('deciders') },
  }
}

/** The person's duty to have a second factor in this company: its reason, and who imposes it; null when there is none. */
export async function findFactorAsked(
  tx: TenantTx,
  userId: string,
  { isStrict }: Strict,
): Promise<FactorAsked | null> {
  const row = await tx.one<{ chosen: FactorPolicy | null; name: string; role: Role; decides: boolean }>(sql`
    select co.second_factor_policy as chosen, co.name, who.role, ${memberDecides(tx.now)} as decides
    from member m join account who on who.id = m.user_id join company co on co.company_id = m.company_id
    where m.company_id = ${tx.companyId} and m.user_id = ${userId}`)
  if (row === null) return null
  const programsWhy = factorDuty(row, policyOfProgram(isStrict))
  if (programsWhy !== null) return { why: programsWhy, company: null }
  const why = factorDuty(row, policyInForce(isStrict, row.chosen))
  return why === null ? null : { why, company: row.name }
}
