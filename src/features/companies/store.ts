/** Rows of `company`, that of the transaction, and of `counter`, the last number of each kind of display id. */
import type { Company, OverrunPolicy, Plan, Settings } from '#features/companies/rules.ts'
import type { IdKind } from '#kernel/ids.ts'
import { type Currency, minorFromText } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

/** Takes the next number of a kind of display id: growing, and unique among committed ones; a rolled back number is reused. */
export async function takeNumber(tx: TenantTx, kind: IdKind): Promise<number> {
  const taken = await tx.one<{ last: number }>(sql`
    insert into counter (company_id, kind, last) values (${tx.companyId}, ${kind}, 1)
    on conflict (company_id, kind) do update set last = counter.last + 1
    returning last`)
  if (!taken) throw new Error(`no number for ${kind}`)
  return taken.last
}

export async function loadCompany(tx: TenantTx): Promise<Company> {
  return companyFromRow(
    await tx.one<CompanyRow>(sql`
      select ${companyColumns} from company where company_id = ${tx.companyId}`),
  )
}

export type Administrator = { readonly email: string; readonly name: string }

/** Administrators who work in the company, and its name. */
export async function administrators(
  tx: TenantTx,
): Promise<{ readonly companyName: string; readonly people: readonly Administrator[] }> {
  const [company, people] = await Promise.all([
    tx.one<{ name: string }>(sql`select name from company where company_id = ${tx.companyId}`),
    tx.all<Administrator>(sql`
      select who.email, who.name from member m join account who on who.id = m.user_id
      where m.company_id = ${tx.companyId} and m.active and who.active and who.role = 'admin' order by who.email`),
  ])
  return { companyName: company?.name ?? '', people }
}

/**
 * Locks the company until the transaction ends. Commands that count its people or projects before adding one take this
 * lock; it does not block the foreign keys of other rows of the company.
 */
export async function lockCompany(tx: TenantTx): Promise<Company> {
  return companyFromRow(
    await tx.one<CompanyRow>(sql`
      select ${companyColumns} from company where company_id = ${tx.companyId} for no key update`),
  )
}

export type NewCompany = {
  readonly name: string
  readonly email: string
  readonly plan: Plan
  readonly currency: Currency
  readonly timeZone: string
  /** The company for whose administrator a sample is made; absent for a real company. */
  readonly sampleOf?: string
}

export async function insertCompany(tx: TenantTx, company: NewCompany): Promise<void> {
  await tx.runOne(sql`
    insert into company (company_id, name, email, plan, status, currency, time_zone, sample_of, created_at)
    values (${tx.companyId}, ${company.name}, ${company.email}, ${company.plan}, 'active',
      ${company.currency}, ${company.timeZone}, ${company.sampleOf ?? null}, ${tx.now})`)
}

export async function saveSettings(tx: TenantTx, settings: Settings): Promise<void> {
  await tx.runOne(sql`
    update company set name = ${settings.name}, tax_id = ${settings.taxId}, email = ${settings.email}, currency = ${settings.currency},
      time_zone = ${settings.timeZone}, overrun_policy = ${settings.overrunPolicy},
      tolerance_rate = ${settings.tolerance.rate}, tolerance_minor = ${settings.tolerance.amountMinor},
      tolerance_currency = ${settings.tolerance.currency},
      charge_basis = ${settings.chargeBasis}, proof_required = ${settings.proofRequired},
      rejection_comment_required = ${settings.rejectionCommentRequired},
      executor_may_approve = ${settings.executorMayApprove},
      pending_warning_days = ${settings.pendingWarningDays}, undo_minutes = ${settings.undoMinutes},
      batch_release_from_minor = ${minorFromText(settings.batchReleaseFromMinor)},
      bank_cool_off_days = ${settings.bankCoolOffDays}, settles_exact_lines = ${settings.settlesExactLines},
      iban = ${settings.iban}, bic = ${settings.bic}, orderer_id = ${settings.ordererId}
    where company_id = ${tx.companyId}`)
}

/** Allows forced decisions from now on, by this administrator's hand, or no longer. */
export async function saveForcedDecisions(tx: TenantTx, isAllowed: boolean, byId: string): Promise<void> {
  await tx.runOne(sql`
    update company set forced_decisions = ${isAllowed}, forced_decisions_by = ${byId}, forced_decisions_at = ${tx.now}
    where company_id = ${tx.companyId}`)
}

type CompanyRow = Omit<Company, 'currency' | 'overrunPolicy'> & {
  currency: string
  overrunPolicy: OverrunPolicy
}

const companyColumns = part`
  company_id as id, name, tax_id as "taxId", email, plan, status, currency, time_zone as "timeZone",
  overrun_policy as "overrunPolicy", charge_basis as "chargeBasis", proof_required as "proofRequired",
  json_build_object('rate', tolerance_rate, 'amountMinor', tolerance_minor::text, 'currency', tolerance_currency) as tolerance,
  rejection_comment_required as "rejectionCommentRequired", executor_may_approve as "executorMayApprove",
  pending_warning_days as "pendingWarningDays", undo_minutes as "undoMinutes",
  batch_release_from_minor::text as "batchReleaseFromMinor", bank_cool_off_days as "bankCoolOffDays",
  settles_exact_lines as "settlesExactLines", forced_decisions as "forcedDecisions", iban, bic, orderer_id as "ordererId",
  sample_of as "sampleOf"`

function companyFromRow(row: CompanyRow | null): Company {
  if (!row) throw new Error('the transaction’s company does not exist')
  return { ...row, currency: currencyFrom(row.currency) }
}
