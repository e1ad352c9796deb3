-- The order that a credit note reduces; null for every other order. `credit_state`: its state, as a program writes it
-- that knows credit notes. One of the release before would commit and use what a credit note gives back: the constraint
-- refuses it. A credit note is in no batch and plans no payments.
alter table document
  add column credited_id text collate "C",
  add column credit_state text,
  add constraint document_credited_fkey foreign key (company_id, credited_id) references document (company_id, id)
    not valid,
  add constraint document_credit_note check (case when credited_id is null then credit_state is null
    else credited_id <> id and credit_state is not distinct from state and payment_batch_id is null
      and payments is null and due_on is null end) not valid;
alter table document validate constraint document_credited_fkey;
alter table document validate constraint document_credit_note;
create index document_credit_notes on document (company_id, credited_id) where credited_id is not null;
