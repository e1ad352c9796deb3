/** Permission to change how the company's people sign in, asked in the transaction of the change. */
import { mayChangeSettings, type SettingsRefusal } from '#features/company-sign-in/rules.ts'
import { hasSecondFactor } from '#features/identity/store/factor-policy.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export const mayKeep = async (tx: TenantTx, actor: Actor): Promise<true | Refusal<SettingsRefusal>> =>
  mayChangeSettings(actor, await hasSecondFactor(tx, actor.userId))
