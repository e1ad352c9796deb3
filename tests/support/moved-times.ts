// Times of rows, moved as the passing of days would, in one way for a server alone and for a cluster.
import { type Part, part } from '#server/database/sql.ts'

/**
 * A column's time before it by an interval. A cluster refuses sums of `timestamptz` and a column in an update, because
 * they depend on the zone of whoever asks; those of `timestamp` depend on nothing.
 */
export const earlier = (column: Part, interval: Part): Part =>
  part`((${column} at time zone 'UTC' - ${interval}) at time zone 'UTC')`
