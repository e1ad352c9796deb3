-- What 0106 says of stages, held against those that are there.
alter table approval_stage validate constraint approval_stage_added_by;
