/** Deputies of stages and their seats, as the lists of stages show them. */
import { part } from '#server/database/sql.ts'

/** Deputy of the stage `s` as JSON: who is asked too, and after how many days; null for a stage without one. */
export const deputyOfStageAsJson = part`
  (select json_build_object('name', trim(z.name || ' ' || z.last_name), 'afterDays', s.deputy_days)
    from account z where z.id = s.deputy_id)`

/** Reason of the deputy's seat `a` as JSON in the shape of `DeputySeatWire`; null for any other seat. */
export const deputyAsJson = part`
  (select json_build_object('forName', coalesce(y.approver_name, trim(z.name || ' ' || z.last_name)),
      'afterDays', a.deputy_days)
    from approval y join account z on z.id = y.approver_id
    where a.deputy_days is not null and y.company_id = a.company_id and y.id = a.pair_id)`
