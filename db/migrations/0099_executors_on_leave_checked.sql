-- What 0098 says of executions and batches, held against those that are there.
alter table execution validate constraint execution_company_id_executed_for_fkey;
alter table payment_batch validate constraint payment_batch_company_id_made_for_fkey;
alter table payment_batch validate constraint payment_batch_company_id_released_for_fkey;
alter table payment_batch validate constraint payment_batch_hands;
