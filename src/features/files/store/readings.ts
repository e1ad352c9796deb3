/** Readings of files as invoices, kept beside them as JSON. */
import { sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'

export async function keepReading(tx: TenantTx, fileId: string, reading: string): Promise<void> {
  await tx.run(sql`
    update file set invoice_reading = ${reading}::jsonb where company_id = ${tx.companyId} and id = ${fileId}`)
}

export type KeptReading = { readonly fileId: string; readonly name: string; readonly reading: string }

/** Readings of those of the files that were read as invoices, in the order of the files. */
export function keptReadings(tx: TenantTx, fileIds: readonly string[]): Promise<KeptReading[]> {
  return tx.all<KeptReading>(sql`
    select f.id as "fileId", f.name, f.invoice_reading::text as reading from file f
    where f.company_id = ${tx.companyId} and f.id = any (${fileIds}::uuid[]) and f.invoice_reading is not null
    order by array_position(${fileIds}::uuid[], f.id)`)
}
