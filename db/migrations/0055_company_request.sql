-- Companies that somebody asks for by themselves (SELF_SIGNUP), until the address is confirmed. It belongs to no company.
-- What was typed is erased when the company comes to exist; the row then counts toward the day's limit.
create table company_request (
  digest bytea primary key,
  email text collate "C" not null,
  name text not null,
  last_name text not null,
  company_name text not null,
  password_hash text,
  company uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  constraint company_request_confirmed check ((confirmed_at is null) = (company is null)
    and (confirmed_at is null) = (password_hash is not null))
);
create index company_request_by_email on company_request (email);
create index company_request_by_end on company_request (expires_at);
create index company_request_by_confirmation on company_request (confirmed_at) where confirmed_at is not null;
grant select, insert, update, delete on company_request to visto_bueno_app;
