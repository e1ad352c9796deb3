-- Instant at which the account's password was chosen by whoever did not show the former one: by a link of a mail, or as
-- another person gave it. It confirms nobody's identity for a day. Null: its person chose it.
alter table account add column password_unproven_at timestamptz;
