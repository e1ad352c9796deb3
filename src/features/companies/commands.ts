import {
  abilities,
  type Company,
  type CompanyRefusal,
  type SettingsChange,
  settingsAfter,
  settingsOf,
} from '#features/companies/rules.ts'
import { insertCompany, lockCompany, type NewCompany, saveSettings } from '#features/companies/store.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** Makes the company of the transaction: `asSystem(db, newId(), tx => createCompany(tx, null, …))`. */
export async function createCompany(
  tx: TenantTx,
  actor: Pick<Actor, 'userId'> | null,
  company: NewCompany,
): Promise<{ id: string }> {
  await insertCompany(tx, company)
  await record(tx, actor, {
    action: 'company.created',
    object: { type: 'company', id: tx.companyId },
    after: company,
  })
  return { id: tx.companyId }
}

export async function changeSettings(
  tx: TenantTx,
  actor: Actor,
  change: SettingsChange,
): Promise<Company | Refusal<CompanyRefusal>> {
  const may = abilities(actor).changeSettings
  if (may !== true) return may
  const company = await lockCompany(tx)
  const before = settingsOf(company)
  const after = settingsAfter(before, change)
  await saveSettings(tx, after)
  await record(tx, actor, {
    action: 'company.settings_changed',
    object: { type: 'company', id: company.id },
    before,
    after,
  })
  return { ...company, ...after }
}
