import { part } from '#server/sql.ts'

/** How the seat `a` came to its approver, where it was another's before: as the wire says it. */
export const givenAsJson = part`
  (select json_build_object('byName', trim(g.name || ' ' || g.last_name), 'reason', a.given_reason,
      'fromName', (select trim(f.name || ' ' || f.last_name) from account f where f.id = a.given_from))
    from account g where g.id = a.given_by)`
