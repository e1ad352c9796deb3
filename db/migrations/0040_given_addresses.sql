-- An address that somebody else gives a person takes effect when its owner has confirmed it and, if the account was
-- ever used, the former address has had 72 hours to refuse.
alter table account
  add column new_email_by uuid,
  add column new_email_after timestamptz,
  add column new_email_confirmed_at timestamptz;
create index account_given_address on account (new_email_after)
  where new_email_by is not null and new_email is not null;
alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check check (purpose in
  ('recovery', 'signup', 'invite', 'invitation', 'email_change', 'email_undo', 'auth_code', 'address',
   'address_refusal')) not valid;
alter table one_time_token validate constraint one_time_token_purpose_check;
grant select (new_email, new_email_by) on account to visto_bueno_platform;
