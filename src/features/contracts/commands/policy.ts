/** Settings of the company. One of them is the overrun policy of contracts that have none of their own. */
import { soundTaxId } from '#features/companies/commands/sound-tax-id.ts'
import { companyFact } from '#features/companies/facts.ts'
import { isSameTolerance, toleranceInForce } from '#features/companies/rules/tolerance.ts'
import {
  type Company,
  companyAbilities,
  pickSettings,
  type Settings,
  type SettingsChange,
  sameData,
  settingsAfter,
} from '#features/companies/rules.ts'
import { lockCompany, saveForcedDecisions, saveSettings } from '#features/companies/store.ts'
import { mayBlock, mayFollow } from '#features/contracts/rules/budget.ts'
import { mayLoosen, type SettingsRefusal } from '#features/contracts/rules/settings.ts'
import { countFollowers, exceededFollowers, lockContracts } from '#features/contracts/store/life.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { contentVersion } from '#server/database/content-version.ts'
import { record } from '#server/database/journal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/**
 * Changes the company's settings. A company begins to block, or tolerates less, only while no contract that follows it is
 * exceeded beyond that; an untrusted account loosens nothing that guards payments and budgets.
 */
export async function changeSettings(
  tx: TenantTx,
  actor: Actor,
  { seen: baseVersion, ...change }: SettingsChange & { readonly seen?: string | undefined },
): Promise<Company | Refusal<SettingsRefusal>> {
  const may = companyAbilities(actor).changeSettings
  if (may !== true) return may
  // Contracts before the company, the order in which a submission under a plan with a limit locks them.
  if (change.overrunPolicy === 'bloquear' || change.tolerance !== undefined) await lockContracts(tx)
  const company = await lockCompany(tx)
  const before = pickSettings(company)
  const isCurrent =
    baseVersion === undefined ? true : sameData(contentVersion(namedSettings(before, change)), baseVersion)
  if (isCurrent !== true) return isCurrent
  const after = settingsAfter(before, withSoundTaxId(before, change))
  const mayBeginToBlock = await mayFollowAfter(tx, before, after)
  if (mayBeginToBlock !== true) return mayBeginToBlock
  const mayBeLooser = mayLoosen(actor, before, after)
  if (mayBeLooser !== true) return mayBeLooser
  await saveSettings(tx, after)
  await record(tx, actor, companyFact('company.settings_changed', company.id, { before, after }))
  if (!isSameTolerance(before.tolerance, after.tolerance))
    await record(
      tx,
      actor,
      companyFact('company.tolerance_changed', company.id, {
        before: { tolerance: before.tolerance },
        after: { tolerance: after.tolerance, contracts: await countFollowers(tx) },
      }),
    )
  if (before.forcedDecisions !== after.forcedDecisions)
    await changeForcedDecisions(tx, actor, company.id, after)
  if (before.batchReleaseFromMinor !== after.batchReleaseFromMinor)
    await record(
      tx,
      actor,
      companyFact('company.batch_release_changed', company.id, {
        before: { batchReleaseFromMinor: before.batchReleaseFromMinor },
        after: { batchReleaseFromMinor: after.batchReleaseFromMinor },
      }),
    )
  return { ...company, ...after }
}

async function changeForcedDecisions(
  tx: TenantTx,
  actor: Actor,
  companyId: string,
  { forcedDecisions }: Pick<Settings, 'forcedDecisions'>,
): Promise<void> {
  await saveForcedDecisions(tx, forcedDecisions, actor.userId)
  await record(
    tx,
    actor,
    companyFact('company.forced_decisions_changed', companyId, {
      before: { forcedDecisions: !forcedDecisions },
      after: { forcedDecisions },
    }),
  )
}

/** Refuses settings under which contracts that follow the company would block though they are exceeded beyond tolerance. */
async function mayFollowAfter(
  tx: TenantTx,
  before: Settings,
  after: Settings,
): Promise<true | Refusal<SettingsRefusal>> {
  const beginsToBlock = before.overrunPolicy !== 'bloquear' && after.overrunPolicy === 'bloquear'
  if (!beginsToBlock && isSameTolerance(before.tolerance, after.tolerance)) return true
  const exceeded = await exceededFollowers(tx)
  const refused = exceeded.filter(({ balance, policy, tolerance }) => {
    const overrun = {
      policy: policy ?? after.overrunPolicy,
      tolerance: toleranceInForce(tolerance, after.tolerance),
    }
    return mayFollow(balance, overrun) !== true
  })
  return mayBlock(refused.map(({ id }) => id))
}

const withSoundTaxId = (before: Settings, change: SettingsChange): SettingsChange =>
  change.taxId === undefined ? change : { ...change, taxId: soundTaxId(before.taxId, change.taxId) }

/** Current values of the settings that a change names. */
function namedSettings(before: Settings, change: SettingsChange) {
  const isNamed = ([name]: [string, unknown]) => Object.hasOwn(change, name)
  return Object.fromEntries(Object.entries(before).filter(isNamed))
}
