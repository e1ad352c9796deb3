// Choices of companies and people that move no money by themselves, beside what was sealed of them last.
import { part, sql } from '#server/database/sql.ts'
import { lastSaid } from '#verify/sealed.ts'

export const choicesInvariants = {
  'a company asks for a confirmation of identity from where it was last said to': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.step_up_changed'], 'company', part`t.company_id::text`)}) e
    where (t.step_up_from_minor::text, case when t.step_up_from_minor is not null then t.step_up_currency end)
      is distinct from (e.after #>> '{from,minor}', e.after #>> '{from,currency}')`,
  // Who works in no company has no journal, and that of a removed company is gone; of an erased person it no longer says
  // the zone.
  'a person reads hours in the zone that they chose last': sql`
    with said as materialized (
      select distinct on (e.object_id) e.object_id, e.after, x.event_id is not null as is_erased from event e
      join member m on m.company_id = e.company_id and m.user_id::text = e.object_id
      left join erased_event x on x.company_id = e.company_id and x.event_id = e.id
      where e.object_type = 'account' and e.action = 'account.time_zone_changed' order by e.object_id, e.id desc)
    select t.id::text from account t join said on said.object_id = t.id::text
    where t.time_zone is distinct from said.after ->> 'timeZone' and not said.is_erased`,
}
