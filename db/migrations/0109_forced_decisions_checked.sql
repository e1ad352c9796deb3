-- What 0108 says of companies and stages, held against those that are there.
alter table company validate constraint company_forced_decisions_by;
alter table approval_stage validate constraint approval_stage_forced_by;
alter table document validate constraint document_approved;
