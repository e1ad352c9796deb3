-- works from 0088: programs of the release before neither read nor write these columns; they count seats, so that a stage that was forced lacks approvals and is rejected to them, and its forcer no decider: decision 108 says when the setting is switched on
-- Decisions that an administrator forces, where the company allows it: since when, and by whose hand.
alter table company
  add column forced_decisions boolean not null default false,
  add column forced_decisions_by uuid,
  add column forced_decisions_at timestamptz check (
    (forced_decisions_by is null) = (forced_decisions_at is null) and (not forced_decisions or forced_decisions_at is not null)),
  add constraint company_forced_decisions_by foreign key (company_id, forced_decisions_by)
    references member (company_id, user_id) not valid;

-- Who decided a stage in the place of all who were asked, when and why.
alter table approval_stage
  add column forced_by uuid,
  add column forced_at timestamptz check ((forced_by is null) = (forced_at is null)),
  add column forced_reason text check ((forced_by is null) = (forced_reason is null) and forced_reason <> ''),
  add constraint approval_stage_forced_by foreign key (company_id, forced_by)
    references member (company_id, user_id) not valid;

-- An order whose decision was forced may have no approval of its own; its seats are no longer required.
alter table document
  drop constraint document_approved,
  add constraint document_approved check (state not in ('approved', 'execution_rejected', 'executed')
    or approvals_approved + approvals_skipped > 0 and approvals_pending = 0) not valid;
