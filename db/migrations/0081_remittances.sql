-- When the provider was told of a payment, and that it came back: once for each time that it is made. Null: not told,
-- because it was made by a release before, or there was nobody to tell.
alter table execution
  add column told_paid_at timestamptz,
  add column told_returned_at timestamptz;
grant update (told_paid_at, told_returned_at) on execution to visto_bueno_app;
