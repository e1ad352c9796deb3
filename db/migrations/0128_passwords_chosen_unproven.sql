-- Instant at which the account's password was chosen by whoever did not show the former one: by a link of a mail, or as
-- another person gave it. It confirms nobody's identity for a day. Null: its person chose it. `had_owner`, of an
-- account without a password: somebody once came in by more than the mailbox, with a password or by a company's sign-in.
-- A first password, chosen by whoever reads the mailbox, is not its person's without doubt any more.
alter table account
  add column password_unproven_at timestamptz,
  add column had_owner boolean not null default false;
-- How those came in who were there before is not known: each of them counts.
update account set had_owner = true where last_sign_in_at is not null;
-- Whoever asked for a link just before may have chosen a password by it. A link is good for an hour.
update account set password_unproven_at = now()
where password_hash is not null and recovery_sent_at > now() - interval '25 hours';
