-- Of whom the company asks a second factor; null: as the program's setting says.
alter table company add column second_factor_policy text;
alter table company add constraint company_second_factor_policy
  check (second_factor_policy in ('nobody', 'administrators', 'deciders')) not valid;
alter table company validate constraint company_second_factor_policy;

-- That it has changed is told of the company itself, which every notice names already.
alter table notice drop constraint notice_subject;
alter table notice add constraint notice_subject
  check (num_nonnulls(document_id, provider_id, delegation_id, project_id)
    = case when topic like 'company.%' then 0 else 1 end) not valid;
alter table notice validate constraint notice_subject;
