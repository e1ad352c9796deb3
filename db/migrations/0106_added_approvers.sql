-- works from 0088: programs of the release before neither read nor write these columns, and an added stage is one of the general flow to them
-- Stage of one approver whom somebody added to an order: who added it, why, and where.
alter table approval_stage
  add column added_by uuid,
  add column added_reason text check ((added_by is null) = (added_reason is null) and added_reason <> ''),
  add column added_place text
    check ((added_by is null) = (added_place is null) and added_place in ('beside', 'before')),
  add constraint approval_stage_added_by foreign key (company_id, added_by)
    references member (company_id, user_id) not valid;
