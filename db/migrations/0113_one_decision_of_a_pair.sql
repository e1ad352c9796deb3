-- no transaction
-- One decision of two seats that stand beside each other, whatever program takes it.
create unique index concurrently approval_pair on approval (company_id, pair_id)
  where pair_id is not null and status in ('approved', 'rejected', 'returned');
