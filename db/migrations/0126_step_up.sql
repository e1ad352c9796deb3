-- Step-up: the amount from which the company asks whoever approves or pays to confirm that it is they, in the currency in
-- which it was set. Both null: it does not ask.
alter table company
  add column step_up_from_minor bigint check (step_up_from_minor > 0),
  add column step_up_currency text check ((step_up_from_minor is null) = (step_up_currency is null));
