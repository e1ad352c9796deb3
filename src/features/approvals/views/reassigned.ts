/** Reassignment of a seat, as the lists of seats show it. */
import { part } from '#server/database/sql.ts'

/** Reassignment of the seat `a` as JSON in the shape of `GivenWire`; null when the seat was never reassigned. */
export const reassignedAsJson = part`
  (select json_build_object('reason', a.given_reason, 'fromName', trim(f.name || ' ' || f.last_name),
      'byName', coalesce((select trim(g.name || ' ' || g.last_name) from account g where g.id = a.given_by), 'el sistema'))
    from account f where f.id = a.given_from)`
