/** Addition of a stage's approver, as the lists of stages show it. */
import { part } from '#server/database/sql.ts'

/** Addition of the stage `s` as JSON in the shape of `AddedWire`; null for a stage that the order's flow asks for. */
export const addedAsJson = part`
  (select json_build_object('byName', trim(z.name || ' ' || z.last_name), 'reason', s.added_reason,
      'place', s.added_place) from account z where z.id = s.added_by)`
