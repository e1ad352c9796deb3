-- What an operator's `mend` ends or gives is done by nobody of the company: who did it may be left empty.
alter table delegation drop constraint delegation_check3;
alter table delegation add constraint delegation_ended check (ended_by is null or ended_at is not null) not valid;
alter table delegation validate constraint delegation_ended;

alter table approval drop constraint approval_given;
alter table approval add constraint approval_given check ((given_by is null or given_from is not null)
  and given_from <> approver_id and (given_reason is null or (given_reason <> '' and given_by is not null))) not valid;
alter table approval validate constraint approval_given;
