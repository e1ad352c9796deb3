-- When somebody else last changed what opens an account (its address, its second factor): for three days whoever
-- signs in to it may read and prepare, and decides nothing.
alter table account add column credentials_changed_at timestamptz;
