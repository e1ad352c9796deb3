/** The company's settings: one of them is what contracts follow that say nothing of their own. */
import {
  abilities,
  type Company,
  type CompanyRefusal,
  type SettingsChange,
  settingsAfter,
  settingsOf,
} from '#features/companies/rules.ts'
import { lockCompany, saveSettings } from '#features/companies/store.ts'
import { mayBlock } from '#features/contracts/rules.ts'
import { exceededFollowers } from '#features/contracts/store/life.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { record } from '#server/journal.ts'
import type { TenantTx } from '#server/tenant.ts'

/** A company that starts to block has no contract that it would already have blocked. */
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
  const begins = before.overrunPolicy !== 'bloquear' && after.overrunPolicy === 'bloquear'
  const mayBegin = begins ? mayBlock(await exceededFollowers(tx)) : true
  if (mayBegin !== true) return mayBegin
  await saveSettings(tx, after)
  await record(tx, actor, {
    action: 'company.settings_changed',
    object: { type: 'company', id: company.id },
    before,
    after,
  })
  return { ...company, ...after }
}
