-- works from 0088: nodes of the release before know no substitutes in executing; until they are replaced, each delegation lets its substitute approve
alter table delegation
  -- Duties that it covers.
  add column covers text not null default 'approve' check (covers in ('approve', 'execute', 'both'));

-- In whose place a payment was confirmed; null for the executor's own.
alter table execution
  add column executed_for uuid,
  add constraint execution_company_id_executed_for_fkey foreign key (company_id, executed_for)
    references member (company_id, user_id) not valid;

-- In whose place a batch was made and released; null for one's own. Neither hand of the release had a hand in the making.
alter table payment_batch
  add column made_for uuid,
  add column released_for uuid,
  add constraint payment_batch_company_id_made_for_fkey foreign key (company_id, made_for)
    references member (company_id, user_id) not valid,
  add constraint payment_batch_company_id_released_for_fkey foreign key (company_id, released_for)
    references member (company_id, user_id) not valid,
  add constraint payment_batch_hands check (
    released_by <> made_for and released_for <> made_by and released_for <> made_for) not valid;
grant update (released_for) on payment_batch to visto_bueno_app;
