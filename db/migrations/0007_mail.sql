-- Mails, sent after commit and at least once. Text and links lie sealed: whoever reads the database must not be
-- able to open an account with them. What was sent keeps no text.
create table mail (
  id uuid primary key,
  kind text not null,
  to_address text not null,
  subject text not null,
  sealed text,
  message_id text,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  failed_at timestamptz,
  check (sent_at is null or failed_at is null),
  check (sealed is not null or sent_at is not null)
);
create index mail_due on mail (next_try_at) where sent_at is null and failed_at is null;
create index mail_by_time on mail (created_at);

grant select, insert, update, delete on mail to visto_bueno_app;
