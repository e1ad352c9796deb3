// Choices of companies and people that move no money by themselves, beside what was sealed of them last.
import { part, sql } from '#server/database/sql.ts'
import { lastSaid } from '#verify/sealed.ts'

export const choicesTruths = {
  'a company asks for a confirmation of identity from where it was last said to': sql`
    select t.company_id::text as id from company t
    cross join lateral (${lastSaid(['company.step_up_changed'], 'company', part`t.company_id::text`)}) e
    where (t.step_up_from_minor::text, case when t.step_up_from_minor is not null then t.step_up_currency end)
      is distinct from (e.after #>> '{from,minor}', e.after #>> '{from,currency}')`,
  // Who works in no company has no journal, and that of a removed company is gone; of an erased person it no longer says
  // the zone.
  'a person reads hours in the zone that they chose last': sql`
    select t.id::text from account t cross join lateral (select e.after, e.company_id, e.id from member m
      join event e on e.company_id = m.company_id and e.object_type = 'account' and e.object_id = t.id::text
        and e.action = 'account.time_zone_changed' where m.user_id = t.id order by e.id desc limit 1) e
    where t.time_zone is distinct from e.after ->> 'timeZone'
      and not exists (select from erased_event x where x.company_id = e.company_id and x.event_id = e.id)`,
}
