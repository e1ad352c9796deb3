/** Settings of company sign-in as administrators see them. */
import { domainRecord } from '#features/company-sign-in/rules/domains.ts'
import {
  mayChangeSettings,
  mayChoose,
  maySeeSettings,
  type SignInMode,
} from '#features/company-sign-in/rules.ts'
import { findDomains, type SignInDomain } from '#features/company-sign-in/store/domains.ts'
import { loadSettings } from '#features/company-sign-in/store.ts'
import { settingsAbility } from '#features/company-sign-in/text.ts'
import type { CompanySignInWire, SignInDomainWire } from '#features/company-sign-in/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import { firstRefusal, refuse } from '#kernel/refusal.ts'
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

/** `redirectUri`: the address to which the company's provider sends people back. */
export async function readCompanySignIn(
  tx: TenantTx,
  actor: Actor,
  redirectUri: string,
): Promise<CompanySignInWire> {
  if (maySeeSettings(actor) !== true) throw commonProblem('forbidden')
  const [settings, domains, account] = await Promise.all([
    loadSettings(tx),
    findDomains(tx, tx.companyId),
    tx.one<{ has: boolean }>(sql`select second_factor as has from account where id = ${actor.userId}`),
  ])
  const hasFactor = account?.has ?? false
  const isTested = settings?.testedBy === actor.userId
  const hasDomain = domains.some(({ verifiedAt }) => verifiedAt !== null)
  const readiness = { hasProvider: settings !== null, hasDomain, isTested }
  const may = mayChangeSettings(actor, hasFactor)
  const can = (mode: SignInMode) => settingsAbility(mayChoose(actor, hasFactor, readiness, mode))
  return {
    provider: settings && {
      issuer: settings.issuer,
      clientId: settings.clientId,
      trustsAddresses: settings.trustsAddresses,
    },
    mode: settings?.mode ?? 'off',
    revision: settings?.revision ?? 0,
    redirectUri,
    domains: domains.map(toDomain),
    testedAt: isTested ? (settings?.testedAt ?? null) : null,
    can: {
      change: settingsAbility(may),
      test: settingsAbility(firstRefusal(may, settings === null ? refuse('provider_missing') : true)),
      off: can('off'),
      offered: can('offered'),
      required: can('required'),
    },
  }
}

const toDomain = ({ domain, token, verifiedAt, verifiedBy }: SignInDomain): SignInDomainWire => ({
  domain,
  record: domainRecord(domain, token),
  verifiedAt,
  verifiedBy,
})
