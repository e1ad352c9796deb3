/** Columns of `company` that say from which amount a confirmation is asked. */
import type { Threshold } from '#features/step-up/rules.ts'
import { type Currency, money } from '#kernel/money.ts'
import { currencyFrom } from '#kernel/wire.ts'
import { part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

type Row = { currency: string; from_minor: bigint | null; from_currency: string | null }

/** The company's own currency, and its threshold. */
export type StoredThreshold = { readonly own: Currency; readonly threshold: Threshold }

const columns = part`currency, step_up_from_minor as from_minor, step_up_currency as from_currency`

export async function loadThreshold(tx: TenantTx): Promise<StoredThreshold> {
  return stored(await tx.one<Row>(sql`select ${columns} from company where company_id = ${tx.companyId}`))
}

export async function lockThreshold(tx: TenantTx): Promise<StoredThreshold> {
  return stored(
    await tx.one<Row>(
      sql`select ${columns} from company where company_id = ${tx.companyId} for no key update`,
    ),
  )
}

function stored(row: Row | null): StoredThreshold {
  if (!row) throw new Error('a company has a row')
  const { from_minor: minor, from_currency: currency } = row
  const threshold = minor === null || currency === null ? null : money(minor, currencyFrom(currency))
  return { own: currencyFrom(row.currency), threshold }
}

export async function saveThreshold(tx: TenantTx, threshold: Threshold): Promise<void> {
  await tx.runOne(sql`
    update company set step_up_from_minor = ${threshold?.minor ?? null}, step_up_currency = ${threshold?.currency ?? null}
    where company_id = ${tx.companyId}`)
}
