-- no transaction
-- works from 0088: programs of the release before write no pair; of one that newer nodes wrote they decide one seat, and are refused the other
-- One decision of two seats that stand beside each other, whatever program takes it.
create unique index concurrently approval_pair on approval (company_id, pair_id)
  where pair_id is not null and status in ('approved', 'rejected', 'returned');
