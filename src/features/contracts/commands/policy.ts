/** The company's settings: one of them is what contracts follow that say nothing of their own. */
import {
  abilities,
  type Company,
  type CompanyRefusal,
  type Settings,
  type SettingsChange,
  sameData,
  settingsAfter,
  settingsOf,
} from '#features/companies/rules.ts'
import { lockCompany, saveSettings } from '#features/companies/store.ts'
import { mayBlock } from '#features/contracts/rules.ts'
import { exceededFollowers, holdContracts } from '#features/contracts/store/life.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { versionOf } from '#server/database/content-version.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** A company that starts to block has no contract that it would already have blocked. */
export async function changeSettings(
  tx: TenantTx,
  actor: Actor,
  { seen, ...change }: SettingsChange & { readonly seen?: string | undefined },
): Promise<Company | Refusal<CompanyRefusal>> {
  const may = abilities(actor).changeSettings
  if (may !== true) return may
  // Contracts before the company, as whoever sends an order under a plan with a limit.
  if (change.overrunPolicy === 'bloquear') await holdContracts(tx)
  const company = await lockCompany(tx)
  const before = settingsOf(company)
  const same = seen === undefined ? true : sameData(versionOf(thoseOf(before, change)), seen)
  if (same !== true) return same
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

/** The settings that a change names, as they are. */
function thoseOf(before: Settings, change: SettingsChange) {
  const isNamed = ([name]: [string, unknown]) => Object.hasOwn(change, name)
  return Object.fromEntries(Object.entries(before).filter(isNamed))
}
