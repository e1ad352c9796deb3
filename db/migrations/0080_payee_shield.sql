-- Days for which payments to a provider stay out of batches after its account has changed. 0: none.
alter table company add column bank_cool_off_days int not null default 3
  check (bank_cool_off_days between 0 and 30);
