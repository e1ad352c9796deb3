import { type Part, part } from '#server/database/sql.ts'

/** Least id (UUIDv7) of whatever was made at this instant or later: a range of ids is a range of time. */
export const firstIdSince = (instant: Part): Part =>
  part`(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
