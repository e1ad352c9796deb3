import type { Statements } from '#features/identity/store/statements.ts'
import type { FactorWire } from '#features/identity/wire.ts'
import { sql } from '#server/sql.ts'

/** The person's factors as their client knows them, the oldest first. */
export function findFactors(on: Statements, userId: string): Promise<FactorWire[]> {
  return on.all<FactorWire>(sql`
    select id, friendly_name, 'totp' as factor_type, status, created_at, updated_at from factor
    where user_id = ${userId} order by created_at, id`)
}
