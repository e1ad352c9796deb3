-- works from 0088: programs of the release before neither read nor write these columns; a deputy's seat is one more of its stage to them, and the index of pairs keeps them from deciding both
-- Deputy whom a stage names, after so many days of waiting; the last day on which the seat was refused, and why.
alter table approval_stage
  add column deputy_id uuid,
  add column deputy_days integer check ((deputy_id is null) = (deputy_days is null) and deputy_days between 1 and 365),
  add column deputy_tried_on date,
  add column deputy_refused text check ((deputy_tried_on is null) = (deputy_refused is null) and (deputy_refused is null or deputy_id is not null));

-- Two seats of which one decision ends both: the one that waited and its deputy's, which says after how many days it was given.
alter table approval
  add column pair_id uuid,
  add column deputy_days integer check (deputy_days is null or deputy_days > 0 and pair_id is not null);
