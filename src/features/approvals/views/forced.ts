/** Forced decision of a stage, as the lists of stages show it. */
import { allowedFrom } from '#features/approvals/store/forced.ts'
import { part } from '#server/database/sql.ts'

/** Forced decision of the stage `s` as JSON in the shape of `ForcedWire`; null for a stage that its people decided. */
export const forcedAsJson = part`
  (select json_build_object('byName', trim(z.name || ' ' || z.last_name), 'at', s.forced_at, 'reason', s.forced_reason)
    from account z where z.id = s.forced_by)`

/** Who allowed forced decisions in the company `co`, and when; both null while they are not allowed. */
export const forcingColumns = part`case when co.forced_decisions then co.forced_decisions_by end as forcing_by,
  case when co.forced_decisions then co.forced_decisions_at end as forcing_at`

type ForcingRow = {
  readonly submitted_at: string
  readonly forcing_by: string | null
  readonly forcing_at: string | null
}

export const forcingFrom = (row: ForcingRow) => ({
  submittedAt: new Date(row.submitted_at),
  allowed: allowedFrom(row.forcing_by, row.forcing_at),
})
