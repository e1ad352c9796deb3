-- Made by `npm run db:schema` from the migrations, for reading. Change db/migrations instead.

create table account (
  id uuid not null,
  email text collate "C" not null,
  password_hash text,
  name text not null,
  last_name text not null default ''::text,
  role text not null,
  requested_role text,
  active boolean not null default false,
  "position" text,
  department text,
  email_confirmed_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((((name || ' '::text) || last_name) || ' '::text) || email))),
  new_email text collate "C",
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  second_factor boolean not null default false,
  password_given boolean not null default false,
  credentials_changed_at timestamp with time zone,
  new_email_by uuid,
  new_email_after timestamp with time zone,
  new_email_confirmed_at timestamp with time zone,
  is_service boolean not null default false,
  tokens_void_at timestamp with time zone,
  time_zone text,
  password_unproven_at timestamp with time zone,
  had_owner boolean not null default false,
  constraint account_pkey PRIMARY KEY (id),
  constraint account_email_key UNIQUE (email),
  constraint account_email_check CHECK ((email = lower(email))),
  constraint account_name_check CHECK ((name <> ''::text)),
  constraint account_role_check CHECK ((role = ANY (ARRAY['admin_saas'::text, 'admin'::text, 'client'::text, 'client_user'::text, 'provider'::text, 'provider_user'::text, 'approver'::text, 'auditor'::text]))),
  constraint account_service CHECK (((NOT is_service) OR ((NOT active) AND (password_hash IS NULL))))
);
CREATE INDEX account_by_time ON public.account USING btree (created_at DESC, id DESC);
CREATE INDEX account_given_address ON public.account USING btree (new_email_after) WHERE ((new_email_by IS NOT NULL) AND (new_email IS NOT NULL));
grant insert, select, update on account to visto_bueno_app;
grant select (id, email, name, last_name, role, requested_role, active, email_confirmed_at, last_sign_in_at, created_at, search, new_email, invited_at, second_factor, new_email_by, is_service) on account to visto_bueno_platform;

create table account_company (
  user_id uuid not null,
  company uuid not null,
  sample_of uuid,
  constraint account_company_pkey PRIMARY KEY (user_id, company),
  constraint account_company_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id)
);
CREATE INDEX account_company_samples ON public.account_company USING btree (sample_of) WHERE (sample_of IS NOT NULL);
grant insert, select on account_company to visto_bueno_app;
grant select (user_id, company) on account_company to visto_bueno_platform;

create table account_invitation (
  user_id uuid not null,
  company uuid not null,
  invitation uuid not null,
  constraint account_invitation_pkey PRIMARY KEY (user_id, company, invitation),
  constraint account_invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id)
);
grant delete, insert, select on account_invitation to visto_bueno_app;

create table api_token (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  user_id uuid not null,
  name text not null,
  scopes text[] not null,
  digest text collate "C" not null,
  hint text not null,
  aal text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  expiry_told_at timestamp with time zone,
  attempt uuid,
  constraint api_token_pkey PRIMARY KEY (company_id, id),
  constraint api_token_company_id_digest_key UNIQUE (company_id, digest),
  constraint api_token_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES member(company_id, user_id),
  constraint api_token_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint api_token_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint api_token_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint api_token_digest_check CHECK ((digest ~ '^[0-9A-Za-z_-]{43}$'::text)),
  constraint api_token_hint_check CHECK ((hint ~ '^[0-9A-Za-z]{6}$'::text)),
  constraint api_token_kind_check CHECK ((kind = ANY (ARRAY['personal'::text, 'service'::text]))),
  constraint api_token_life CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '366 days'::interval)))),
  constraint api_token_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 60))),
  constraint api_token_of_service CHECK (((kind = 'personal'::text) OR (NOT (scopes && ARRAY['company:write'::text, 'people:write'::text, 'permissions:write'::text, 'orders:decide'::text, 'payments:confirm'::text, 'bank:write'::text, 'flows:write'::text, 'delegations:write'::text, 'closings:write'::text])))),
  constraint api_token_own CHECK (((kind = 'service'::text) OR (created_by = user_id))),
  constraint api_token_scopes_check CHECK ((cardinality(scopes) > 0))
);
CREATE INDEX api_token_by_user ON public.api_token USING btree (company_id, user_id, created_at DESC);
alter table api_token enable row level security;
alter table api_token force row level security;
create policy tenant on api_token as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on api_token to visto_bueno_app;
grant update (last_used_at, revoked_at, revoked_by, expiry_told_at) on api_token to visto_bueno_app;

create table approval (
  company_id uuid not null,
  id uuid not null,
  document_id text collate "C" not null,
  revision integer not null,
  stage integer not null,
  approver_id uuid not null,
  status text not null,
  comment text,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  decided_by uuid,
  given_from uuid,
  given_by uuid,
  given_reason text,
  approver_name text,
  approver_email text collate "C",
  decided_by_name text,
  decided_by_email text collate "C",
  project_id text collate "C",
  pair_id uuid,
  deputy_days integer,
  tallied_state text,
  constraint approval_pkey PRIMARY KEY (company_id, id),
  constraint approval_company_id_document_id_revision_stage_approver_id_key UNIQUE (company_id, document_id, revision, stage, approver_id),
  constraint approval_company_id_approver_id_fkey FOREIGN KEY (company_id, approver_id) REFERENCES member(company_id, user_id),
  constraint approval_company_id_document_id_revision_stage_fkey FOREIGN KEY (company_id, document_id, revision, stage) REFERENCES approval_stage(company_id, document_id, revision, stage),
  constraint approval_decided_by FOREIGN KEY (company_id, decided_by) REFERENCES member(company_id, user_id),
  constraint approval_given_by FOREIGN KEY (company_id, given_by) REFERENCES member(company_id, user_id),
  constraint approval_given_from FOREIGN KEY (company_id, given_from) REFERENCES member(company_id, user_id),
  constraint approval_check CHECK (((decided_at IS NOT NULL) = (status = ANY (ARRAY['approved'::text, 'rejected'::text, 'returned'::text])))),
  constraint approval_check1 CHECK (((deputy_days IS NULL) OR ((deputy_days > 0) AND (pair_id IS NOT NULL)))),
  constraint approval_decided_for_another CHECK (((decided_by IS NULL) OR ((decided_at IS NOT NULL) AND (decided_by <> approver_id)))),
  constraint approval_given CHECK ((((given_by IS NULL) OR (given_from IS NOT NULL)) AND (given_from <> approver_id) AND ((given_reason IS NULL) OR ((given_reason <> ''::text) AND (given_by IS NOT NULL))))),
  constraint approval_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'returned'::text, 'skipped'::text, 'void'::text])))
);
CREATE INDEX approval_by_person ON public.approval USING btree (company_id, approver_id, document_id);
CREATE INDEX approval_by_project ON public.approval USING btree (company_id, approver_id, project_id, document_id) WHERE (project_id IS NOT NULL);
CREATE INDEX approval_by_substitute ON public.approval USING btree (company_id, decided_by, document_id) WHERE (decided_by IS NOT NULL);
CREATE INDEX approval_mine ON public.approval USING btree (company_id, approver_id, id) WHERE (status = 'pending'::text);
CREATE INDEX approval_not_tallied ON public.approval USING btree (company_id, approver_id, project_id, document_id) WHERE (tallied_state IS NULL);
CREATE UNIQUE INDEX approval_pair ON public.approval USING btree (company_id, pair_id) WHERE ((pair_id IS NOT NULL) AND (status = ANY (ARRAY['approved'::text, 'rejected'::text, 'returned'::text])));
CREATE INDEX approval_rejected ON public.approval USING btree (company_id, approver_id, project_id, document_id) WHERE (tallied_state = ANY (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX approval_substitute_by_project ON public.approval USING btree (company_id, decided_by, project_id) WHERE (decided_by IS NOT NULL);
CREATE INDEX approval_to_tally ON public.approval USING btree (company_id, document_id) WHERE (tallied_state IS NULL);
CREATE INDEX approval_unplaced ON public.approval USING btree (company_id, approver_id, document_id) WHERE (project_id IS NULL);
alter table approval enable row level security;
alter table approval force row level security;
create policy platform on approval as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on approval as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on approval to visto_bueno_app;
grant select (company_id, id, document_id, revision, stage, status, decided_at, created_at) on approval to visto_bueno_platform;

create table approval_stage (
  company_id uuid not null,
  document_id text collate "C" not null,
  revision integer not null,
  stage integer not null,
  turn integer not null,
  name text not null,
  mode text not null,
  needed integer not null,
  outcome text not null,
  basis text not null,
  origin text not null default 'general'::text,
  added_by uuid,
  added_reason text,
  added_place text,
  forced_by uuid,
  forced_at timestamp with time zone,
  forced_reason text,
  deputy_id uuid,
  deputy_days integer,
  deputy_tried_on date,
  deputy_refused text,
  constraint approval_stage_pkey PRIMARY KEY (company_id, document_id, revision, stage),
  constraint approval_stage_added_by FOREIGN KEY (company_id, added_by) REFERENCES member(company_id, user_id),
  constraint approval_stage_company_id_document_id_revision_fkey FOREIGN KEY (company_id, document_id, revision) REFERENCES document_revision(company_id, document_id, revision),
  constraint approval_stage_forced_by FOREIGN KEY (company_id, forced_by) REFERENCES member(company_id, user_id),
  constraint approval_stage_check CHECK ((((added_by IS NULL) = (added_reason IS NULL)) AND (added_reason <> ''::text))),
  constraint approval_stage_check1 CHECK ((((added_by IS NULL) = (added_place IS NULL)) AND (added_place = ANY (ARRAY['beside'::text, 'before'::text])))),
  constraint approval_stage_check2 CHECK (((forced_by IS NULL) = (forced_at IS NULL))),
  constraint approval_stage_check3 CHECK ((((forced_by IS NULL) = (forced_reason IS NULL)) AND (forced_reason <> ''::text))),
  constraint approval_stage_check4 CHECK ((((deputy_id IS NULL) = (deputy_days IS NULL)) AND ((deputy_days >= 1) AND (deputy_days <= 365)))),
  constraint approval_stage_check5 CHECK ((((deputy_tried_on IS NULL) = (deputy_refused IS NULL)) AND ((deputy_refused IS NULL) OR (deputy_id IS NOT NULL)))),
  constraint approval_stage_mode_check CHECK ((mode = ANY (ARRAY['any'::text, 'all'::text, 'quorum'::text]))),
  constraint approval_stage_needed_check CHECK ((needed > 0)),
  constraint approval_stage_origin_check CHECK ((origin = ANY (ARRAY['general'::text, 'rule'::text, 'overrun'::text]))),
  constraint approval_stage_outcome_check CHECK ((outcome = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text]))),
  constraint approval_stage_stage_check CHECK ((stage > 0)),
  constraint approval_stage_turn_check CHECK ((turn > 0))
);
CREATE INDEX approval_stage_forced ON public.approval_stage USING btree (company_id, forced_by, document_id) WHERE (forced_by IS NOT NULL);
alter table approval_stage enable row level security;
alter table approval_stage force row level security;
create policy platform on approval_stage as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on approval_stage as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on approval_stage to visto_bueno_app;
grant select (company_id, document_id, revision, stage, turn, mode, needed, outcome, forced_at) on approval_stage to visto_bueno_platform;

create table attachment (
  company_id uuid not null,
  document_id text collate "C" not null,
  revision integer not null,
  file_id uuid not null,
  "position" integer not null,
  constraint attachment_pkey PRIMARY KEY (company_id, document_id, revision, file_id),
  constraint attachment_company_id_document_id_revision_fkey FOREIGN KEY (company_id, document_id, revision) REFERENCES document_revision(company_id, document_id, revision),
  constraint attachment_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id)
);
CREATE INDEX attachment_by_file ON public.attachment USING btree (company_id, file_id);
alter table attachment enable row level security;
alter table attachment force row level security;
create policy tenant on attachment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on attachment to visto_bueno_app;

create table attempt (
  key text collate "C" not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  constraint attempt_pkey PRIMARY KEY (key)
);
CREATE INDEX attempt_by_end ON public.attempt USING btree (ends_at);
grant delete, insert, select, update on attempt to visto_bueno_app;

create table bank_change (
  company_id uuid not null,
  provider_id text collate "C" not null,
  id uuid not null,
  iban text,
  bic text,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  outcome text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint bank_change_pkey PRIMARY KEY (company_id, provider_id, id),
  constraint bank_change_company_id_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES member(company_id, user_id),
  constraint bank_change_company_id_decided_by_fkey FOREIGN KEY (company_id, decided_by) REFERENCES member(company_id, user_id),
  constraint bank_change_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint bank_change_check CHECK ((((outcome = 'pending'::text) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  constraint bank_change_of_two_hands CHECK (((outcome <> ALL (ARRAY['confirmed'::text, 'rejected'::text])) OR (decided_by <> asked_by))),
  constraint bank_change_outcome_check CHECK ((outcome = ANY (ARRAY['pending'::text, 'confirmed'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX bank_change_pending ON public.bank_change USING btree (company_id, provider_id) WHERE (outcome = 'pending'::text);
alter table bank_change enable row level security;
alter table bank_change force row level security;
create policy tenant on bank_change as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on bank_change to visto_bueno_app;
grant update (outcome, decided_by, decided_at) on bank_change to visto_bueno_app;

create table bank_file (
  company_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  sha256 text not null,
  format text not null,
  lines integer not null,
  fresh integer not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null,
  constraint bank_file_pkey PRIMARY KEY (company_id, id),
  constraint bank_file_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint bank_file_company_id_imported_by_fkey FOREIGN KEY (company_id, imported_by) REFERENCES member(company_id, user_id),
  constraint bank_file_check CHECK (((fresh >= 0) AND (fresh <= lines))),
  constraint bank_file_format_check CHECK ((format = ANY (ARRAY['norma43'::text, 'camt053'::text, 'camt054'::text, 'pain002'::text]))),
  constraint bank_file_lines_check CHECK ((lines >= 0))
);
CREATE INDEX bank_file_by_file ON public.bank_file USING btree (company_id, file_id);
CREATE UNIQUE INDEX bank_file_once ON public.bank_file USING btree (company_id, sha256);
alter table bank_file enable row level security;
alter table bank_file force row level security;
create policy tenant on bank_file as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on bank_file to visto_bueno_app;

create table bank_line (
  company_id uuid not null,
  id uuid not null,
  bank_file_id uuid not null,
  line_key text collate "C" not null,
  key_sha256 text collate "C" not null,
  format text not null,
  place integer not null,
  part_number integer,
  part_count integer,
  iban text collate "C",
  booked_on date,
  value_on date,
  entry_minor bigint,
  amount_minor bigint,
  currency text,
  said jsonb not null,
  counterparty_name text,
  counterparty_iban text,
  text text not null,
  is_return boolean not null default false,
  return_code text,
  status jsonb,
  state text not null default 'open'::text,
  settled_kind text,
  explanation text,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint bank_line_pkey PRIMARY KEY (company_id, id),
  constraint bank_line_company_id_bank_file_id_fkey FOREIGN KEY (company_id, bank_file_id) REFERENCES bank_file(company_id, id),
  constraint bank_line_company_id_decided_by_fkey FOREIGN KEY (company_id, decided_by) REFERENCES member(company_id, user_id),
  constraint bank_line_check CHECK (((format = 'pain002'::text) = (status IS NOT NULL))),
  constraint bank_line_check1 CHECK (((status IS NULL) = ((iban IS NOT NULL) AND (booked_on IS NOT NULL) AND (entry_minor IS NOT NULL) AND (amount_minor IS NOT NULL) AND (currency IS NOT NULL)))),
  constraint bank_line_check2 CHECK (((state = 'settled'::text) = (settled_kind IS NOT NULL))),
  constraint bank_line_check3 CHECK (((state = 'explained'::text) = (explanation IS NOT NULL))),
  constraint bank_line_check4 CHECK (((state = ANY (ARRAY['settled'::text, 'explained'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint bank_line_explanation_check CHECK ((length(explanation) <= 500)),
  constraint bank_line_format_check CHECK ((format = ANY (ARRAY['norma43'::text, 'camt053'::text, 'camt054'::text, 'pain002'::text]))),
  constraint bank_line_place_check CHECK ((place > 0)),
  constraint bank_line_settled_kind_check CHECK ((settled_kind = ANY (ARRAY['paid'::text, 'batch'::text, 'returned'::text, 'rejected'::text, 'income'::text]))),
  constraint bank_line_state_check CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text, 'explained'::text, 'told'::text])))
);
CREATE INDEX bank_line_alike ON public.bank_line USING btree (company_id, iban, booked_on, entry_minor);
CREATE INDEX bank_line_decided ON public.bank_line USING btree (company_id, state, id);
CREATE INDEX bank_line_of_file ON public.bank_line USING btree (company_id, bank_file_id, place);
CREATE UNIQUE INDEX bank_line_once ON public.bank_line USING btree (company_id, key_sha256);
CREATE INDEX bank_line_open ON public.bank_line USING btree (company_id, id) WHERE (state = 'open'::text);
alter table bank_line enable row level security;
alter table bank_line force row level security;
create policy tenant on bank_line as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on bank_line to visto_bueno_app;
grant update (state, settled_kind, explanation, decided_by, decided_at) on bank_line to visto_bueno_app;

create table bank_line_payment (
  company_id uuid not null,
  line_id uuid not null,
  document_id text collate "C" not null,
  payment integer not null,
  attempt integer,
  is_return boolean not null,
  constraint bank_line_payment_pkey PRIMARY KEY (company_id, line_id, document_id, payment),
  constraint bank_line_payment_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint bank_line_payment_company_id_document_id_payment_attempt_fkey FOREIGN KEY (company_id, document_id, payment, attempt) REFERENCES execution(company_id, document_id, payment, attempt),
  constraint bank_line_payment_company_id_line_id_fkey FOREIGN KEY (company_id, line_id) REFERENCES bank_line(company_id, id),
  constraint bank_line_payment_payment_check CHECK (((payment >= 1) AND (payment <= 24)))
);
CREATE UNIQUE INDEX bank_line_payment_once ON public.bank_line_payment USING btree (company_id, document_id, payment, attempt, is_return);
alter table bank_line_payment enable row level security;
alter table bank_line_payment force row level security;
create policy tenant on bank_line_payment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on bank_line_payment to visto_bueno_app;

create table budget_entry (
  company_id uuid not null,
  contract_id text collate "C" not null,
  id uuid not null,
  document_id text collate "C" not null,
  cause text not null,
  requested_minor bigint not null,
  committed_minor bigint not null,
  used_minor bigint not null,
  at timestamp with time zone not null,
  constraint budget_entry_pkey PRIMARY KEY (company_id, contract_id, id),
  constraint budget_entry_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id)
) partition by RANGE (id);
CREATE INDEX budget_entry_by_document ON public.budget_entry USING btree (company_id, document_id);
alter table budget_entry enable row level security;
alter table budget_entry force row level security;
create policy tenant on budget_entry as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on budget_entry to visto_bueno_app;

create table budget_owner (
  company_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  named_by uuid,
  constraint budget_owner_pkey PRIMARY KEY (company_id, user_id),
  constraint budget_owner_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint budget_owner_named_by_fkey FOREIGN KEY (named_by) REFERENCES account(id)
);
alter table budget_owner enable row level security;
alter table budget_owner force row level security;
create policy tenant on budget_owner as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on budget_owner to visto_bueno_app;

create table budget_slot (
  company_id uuid not null,
  contract_id text collate "C" not null,
  slot smallint not null,
  requested_minor bigint not null default 0,
  committed_minor bigint not null default 0,
  used_minor bigint not null default 0,
  constraint budget_slot_pkey PRIMARY KEY (company_id, contract_id, slot),
  constraint budget_slot_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id),
  constraint budget_slot_slot_check CHECK (((slot >= 0) AND (slot <= 15)))
);
alter table budget_slot enable row level security;
alter table budget_slot force row level security;
create policy platform on budget_slot as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on budget_slot as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on budget_slot to visto_bueno_app;
grant select (company_id, contract_id, requested_minor, committed_minor, used_minor) on budget_slot to visto_bueno_platform;

create table certificate (
  company_id uuid not null,
  id uuid not null,
  document_id text collate "C" not null,
  facts text not null,
  file_sha256 text not null,
  issued_by uuid not null,
  issued_at timestamp with time zone not null,
  constraint certificate_pkey PRIMARY KEY (company_id, id),
  constraint certificate_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint certificate_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES account(id),
  constraint certificate_file_sha256_check CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX certificate_of_document ON public.certificate USING btree (company_id, document_id);
alter table certificate enable row level security;
alter table certificate force row level security;
create policy tenant on certificate as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on certificate to visto_bueno_app;

create table certificate_archive (
  company_id uuid not null,
  id uuid not null,
  made_by uuid not null,
  begun_at timestamp with time zone not null,
  says_accounts boolean not null,
  made_at timestamp with time zone,
  manifest text,
  digest text,
  constraint certificate_archive_pkey PRIMARY KEY (company_id, id),
  constraint certificate_archive_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint certificate_archive_company_id_made_by_fkey FOREIGN KEY (company_id, made_by) REFERENCES member(company_id, user_id),
  constraint certificate_archive_check CHECK ((((made_at IS NULL) = (manifest IS NULL)) AND ((made_at IS NULL) = (digest IS NULL)))),
  constraint certificate_archive_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX certificate_archive_by_person ON public.certificate_archive USING btree (company_id, made_by, id DESC);
alter table certificate_archive enable row level security;
alter table certificate_archive force row level security;
create policy tenant on certificate_archive as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on certificate_archive to visto_bueno_app;
grant update (made_at, manifest, digest) on certificate_archive to visto_bueno_app;

create table certificate_archive_digest (
  digest text not null,
  company uuid not null,
  archive uuid not null,
  constraint certificate_archive_digest_pkey PRIMARY KEY (digest),
  constraint certificate_archive_digest_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
);
grant insert, select on certificate_archive_digest to visto_bueno_app;

create table certificate_archive_order (
  company_id uuid not null,
  archive_id uuid not null,
  "position" integer not null,
  document_id text collate "C" not null,
  certificate_id uuid,
  file_id uuid,
  is_left_out boolean not null default false,
  constraint certificate_archive_order_pkey PRIMARY KEY (company_id, archive_id, "position"),
  constraint certificate_archive_order_company_id_archive_id_document_id_key UNIQUE (company_id, archive_id, document_id),
  constraint certificate_archive_order_company_id_archive_id_fkey FOREIGN KEY (company_id, archive_id) REFERENCES certificate_archive(company_id, id),
  constraint certificate_archive_order_company_id_certificate_id_fkey FOREIGN KEY (company_id, certificate_id) REFERENCES certificate(company_id, id),
  constraint certificate_archive_order_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint certificate_archive_order_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint certificate_archive_order_check CHECK ((((certificate_id IS NULL) = (file_id IS NULL)) AND (NOT (is_left_out AND (file_id IS NOT NULL))))),
  constraint certificate_archive_order_position_check CHECK (("position" > 0))
);
CREATE INDEX certificate_archive_order_by_document ON public.certificate_archive_order USING btree (company_id, document_id);
CREATE INDEX certificate_archive_order_by_file ON public.certificate_archive_order USING btree (company_id, file_id);
alter table certificate_archive_order enable row level security;
alter table certificate_archive_order force row level security;
create policy tenant on certificate_archive_order as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on certificate_archive_order to visto_bueno_app;
grant update (certificate_id, file_id, is_left_out) on certificate_archive_order to visto_bueno_app;

create table certificate_code (
  code_sha256 text not null,
  file_sha256 text not null,
  company uuid,
  certificate uuid,
  constraint certificate_code_pkey PRIMARY KEY (code_sha256),
  constraint certificate_code_code_sha256_check CHECK ((code_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint certificate_code_file_sha256_check CHECK ((file_sha256 ~ '^[0-9a-f]{64}$'::text))
);
grant insert, select on certificate_code to visto_bueno_app;

create table chain_head (
  company_id uuid not null,
  sequence bigint not null,
  hash text not null,
  constraint chain_head_pkey PRIMARY KEY (company_id),
  constraint chain_head_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint chain_head_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint chain_head_sequence_check CHECK ((sequence >= 0))
);
alter table chain_head enable row level security;
alter table chain_head force row level security;
create policy tenant on chain_head as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on chain_head to visto_bueno_app;

create table client (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  email text not null,
  phone text,
  status text not null,
  created_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((name || ' '::text) || email))),
  name_key text collate "C" not null generated always as (fold(name)),
  tax_id text,
  tax_key text collate "C" generated always as (NULLIF(regexp_replace(upper(regexp_replace(tax_id, '[^A-Za-z0-9]'::text, ''::text, 'g'::text)), '^ES(?=.{9}$)'::text, ''::text), ''::text)),
  constraint client_pkey PRIMARY KEY (company_id, id),
  constraint client_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint client_name_check CHECK ((name <> ''::text)),
  constraint client_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX client_by_name ON public.client USING btree (company_id, name_key, id);
CREATE UNIQUE INDEX client_by_tax_key ON public.client USING btree (company_id, tax_key) WHERE ((status = 'active'::text) AND (tax_key IS NOT NULL));
CREATE INDEX client_by_time ON public.client USING btree (company_id, created_at, id);
alter table client enable row level security;
alter table client force row level security;
create policy platform on client as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on client as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on client to visto_bueno_app;
grant select (company_id, id, name, status) on client to visto_bueno_platform;

create table client_provider (
  company_id uuid not null,
  client_id uuid not null,
  provider_id text collate "C" not null,
  constraint client_provider_pkey PRIMARY KEY (company_id, client_id, provider_id),
  constraint client_provider_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint client_provider_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id)
);
alter table client_provider enable row level security;
alter table client_provider force row level security;
create policy tenant on client_provider as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on client_provider to visto_bueno_app;

create table closing (
  company_id uuid not null,
  id uuid not null,
  client_id uuid,
  month text not null,
  version integer not null,
  figures jsonb not null,
  movements jsonb not null,
  sheet text not null,
  files jsonb not null,
  manifest text not null,
  digest text not null,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  constraint closing_pkey PRIMARY KEY (company_id, id),
  constraint closing_company_id_client_id_month_version_key UNIQUE NULLS NOT DISTINCT (company_id, client_id, month, version),
  constraint closing_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint closing_company_id_closed_by_fkey FOREIGN KEY (company_id, closed_by) REFERENCES member(company_id, user_id),
  constraint closing_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint closing_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint closing_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint closing_version_check CHECK ((version > 0))
);
alter table closing enable row level security;
alter table closing force row level security;
create policy tenant on closing as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on closing to visto_bueno_app;

create table closing_digest (
  digest text not null,
  company uuid not null,
  closing uuid not null,
  constraint closing_digest_pkey PRIMARY KEY (digest),
  constraint closing_digest_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text))
);
grant insert, select on closing_digest to visto_bueno_app;

create table closing_paper (
  company_id uuid not null,
  certificate_id uuid not null,
  document_id text collate "C" not null,
  file_id uuid not null,
  event_number bigint not null,
  constraint closing_paper_pkey PRIMARY KEY (company_id, certificate_id),
  constraint closing_paper_company_id_certificate_id_fkey FOREIGN KEY (company_id, certificate_id) REFERENCES certificate(company_id, id),
  constraint closing_paper_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint closing_paper_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id)
);
CREATE INDEX closing_paper_by_file ON public.closing_paper USING btree (company_id, file_id);
CREATE INDEX closing_paper_of_document ON public.closing_paper USING btree (company_id, document_id, event_number);
alter table closing_paper enable row level security;
alter table closing_paper force row level security;
create policy tenant on closing_paper as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on closing_paper to visto_bueno_app;

create table comment_attachment (
  company_id uuid not null,
  comment_id uuid not null,
  "position" integer not null,
  file_id uuid not null,
  constraint comment_attachment_pkey PRIMARY KEY (company_id, comment_id, "position"),
  constraint comment_attachment_company_id_comment_id_fkey FOREIGN KEY (company_id, comment_id) REFERENCES order_comment(company_id, id),
  constraint comment_attachment_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint comment_attachment_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);
CREATE INDEX comment_attachment_of_file ON public.comment_attachment USING btree (company_id, file_id);
alter table comment_attachment enable row level security;
alter table comment_attachment force row level security;
create policy tenant on comment_attachment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on comment_attachment to visto_bueno_app;

create table company (
  company_id uuid not null,
  name text not null,
  email text not null,
  plan text not null,
  status text not null,
  currency text not null,
  time_zone text not null,
  overrun_policy text not null default 'avisar'::text,
  proof_required boolean not null default false,
  rejection_comment_required boolean not null default false,
  executor_may_approve boolean not null default false,
  pending_warning_days integer not null default 5,
  created_at timestamp with time zone not null,
  iban text,
  bic text,
  orderer_id text,
  second_factor_policy text,
  undo_minutes integer not null default 2,
  sample_of uuid,
  charge_basis text not null default 'total'::text,
  tax_id text,
  batch_release_from_minor bigint not null default 0,
  bank_cool_off_days integer not null default 3,
  settles_exact_lines boolean not null default false,
  tolerance_rate integer,
  tolerance_minor bigint,
  tolerance_currency text,
  forced_decisions boolean not null default false,
  forced_decisions_by uuid,
  forced_decisions_at timestamp with time zone,
  step_up_from_minor bigint,
  step_up_currency text,
  token_longest_days integer not null default 365,
  personal_tokens boolean not null default true,
  constraint company_pkey PRIMARY KEY (company_id),
  constraint company_forced_decisions_by FOREIGN KEY (company_id, forced_decisions_by) REFERENCES member(company_id, user_id),
  constraint company_bank_cool_off_days_check CHECK (((bank_cool_off_days >= 0) AND (bank_cool_off_days <= 30))),
  constraint company_batch_release_from_minor_check CHECK ((batch_release_from_minor >= 0)),
  constraint company_charge_basis CHECK ((charge_basis = ANY (ARRAY['total'::text, 'base'::text]))),
  constraint company_check CHECK (((tolerance_minor IS NULL) = (tolerance_currency IS NULL))),
  constraint company_check1 CHECK ((((forced_decisions_by IS NULL) = (forced_decisions_at IS NULL)) AND ((NOT forced_decisions) OR (forced_decisions_at IS NOT NULL)))),
  constraint company_check2 CHECK (((step_up_from_minor IS NULL) = (step_up_currency IS NULL))),
  constraint company_name_check CHECK ((name <> ''::text)),
  constraint company_overrun_policy_check CHECK ((overrun_policy = ANY (ARRAY['avisar'::text, 'requiere_aprobacion'::text, 'bloquear'::text]))),
  constraint company_pending_warning_days_check CHECK (((pending_warning_days >= 1) AND (pending_warning_days <= 90))),
  constraint company_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'starter'::text, 'business'::text, 'enterprise'::text]))),
  constraint company_second_factor_policy CHECK ((second_factor_policy = ANY (ARRAY['nobody'::text, 'administrators'::text, 'deciders'::text]))),
  constraint company_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'suspended'::text]))),
  constraint company_step_up_from_minor_check CHECK ((step_up_from_minor > 0)),
  constraint company_token_longest_days_check CHECK (((token_longest_days >= 1) AND (token_longest_days <= 365))),
  constraint company_tolerance_minor_check CHECK ((tolerance_minor >= 0)),
  constraint company_tolerance_rate_check CHECK (((tolerance_rate >= 0) AND (tolerance_rate <= 10000))),
  constraint company_undo_minutes CHECK (((undo_minutes >= 0) AND (undo_minutes <= 15)))
);
alter table company enable row level security;
alter table company force row level security;
create policy listed_company on company as permissive for select to public
  using ((company_id = ANY ((string_to_array(NULLIF(current_setting('app.companies'::text, true), ''::text), ','::text))::uuid[])));
create policy own_company on company as permissive for select to public
  using ((EXISTS ( SELECT
   FROM member m
  WHERE ((m.company_id = company.company_id) AND (m.user_id = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid)))));
create policy platform on company as permissive for select to visto_bueno_platform
  using ((sample_of IS NULL));
create policy tenant on company as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on company to visto_bueno_app;
grant select (company_id, name, email, plan, status, currency, time_zone, created_at, sample_of) on company to visto_bueno_platform;

create table company_identity (
  company_id uuid not null,
  user_id uuid not null,
  issuer text not null,
  subject text collate "C" not null,
  linked_at timestamp with time zone not null,
  constraint company_identity_pkey PRIMARY KEY (company_id, user_id),
  constraint company_identity_company_id_issuer_subject_key UNIQUE (company_id, issuer, subject),
  constraint company_identity_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint company_identity_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);
alter table company_identity enable row level security;
alter table company_identity force row level security;
create policy tenant on company_identity as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on company_identity to visto_bueno_app;

create table company_request (
  digest bytea not null,
  email text collate "C" not null,
  name text not null,
  last_name text not null,
  company_name text not null,
  password_hash text,
  company uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint company_request_pkey PRIMARY KEY (digest),
  constraint company_request_confirmed CHECK ((((confirmed_at IS NULL) = (company IS NULL)) AND ((confirmed_at IS NULL) = (password_hash IS NOT NULL))))
);
CREATE INDEX company_request_by_confirmation ON public.company_request USING btree (confirmed_at) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX company_request_by_email ON public.company_request USING btree (email);
CREATE INDEX company_request_by_end ON public.company_request USING btree (expires_at);
grant delete, insert, select, update on company_request to visto_bueno_app;

create table company_sign_in (
  company_id uuid not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  trusts_addresses boolean not null default false,
  mode text not null default 'off'::text,
  tested_by uuid,
  tested_at timestamp with time zone,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint company_sign_in_pkey PRIMARY KEY (company_id),
  constraint company_sign_in_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint company_sign_in_company_id_tested_by_fkey FOREIGN KEY (company_id, tested_by) REFERENCES member(company_id, user_id),
  constraint company_sign_in_check CHECK (((tested_by IS NULL) = (tested_at IS NULL))),
  constraint company_sign_in_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 300))),
  constraint company_sign_in_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 500))),
  constraint company_sign_in_mode_check CHECK ((mode = ANY (ARRAY['off'::text, 'offered'::text, 'required'::text])))
);
alter table company_sign_in enable row level security;
alter table company_sign_in force row level security;
create policy tenant on company_sign_in as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on company_sign_in to visto_bueno_app;

create table contract (
  company_id uuid not null,
  id text collate "C" not null,
  type text not null,
  client_id uuid not null,
  provider_id text collate "C",
  description text not null,
  conditions text,
  currency text not null,
  total_minor bigint not null,
  starts_on date not null,
  ends_on date not null,
  status text not null,
  overrun_policy text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((id || ' '::text) || description))),
  revision integer not null default 1,
  charge_basis text not null default 'total'::text,
  payment_terms jsonb,
  tolerance_rate integer,
  tolerance_minor bigint,
  opening_minor bigint,
  constraint contract_pkey PRIMARY KEY (company_id, id),
  constraint contract_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint contract_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint contract_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint contract_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint contract_charge_basis CHECK ((charge_basis = ANY (ARRAY['total'::text, 'base'::text]))),
  constraint contract_check CHECK ((ends_on >= starts_on)),
  constraint contract_opening_minor_check CHECK ((opening_minor > 0)),
  constraint contract_overrun_policy_check CHECK ((overrun_policy = ANY (ARRAY['avisar'::text, 'requiere_aprobacion'::text, 'bloquear'::text]))),
  constraint contract_revision_check CHECK ((revision > 0)),
  constraint contract_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'inactive'::text]))),
  constraint contract_tolerance_minor_check CHECK ((tolerance_minor >= 0)),
  constraint contract_tolerance_rate_check CHECK (((tolerance_rate >= 0) AND (tolerance_rate <= 10000))),
  constraint contract_total_minor_check CHECK ((total_minor > 0)),
  constraint contract_type_check CHECK ((type = ANY (ARRAY['cliente'::text, 'proveedor'::text])))
);
CREATE INDEX contract_by_amount ON public.contract USING btree (company_id, total_minor, id);
CREATE INDEX contract_by_client ON public.contract USING btree (company_id, client_id);
CREATE INDEX contract_by_end ON public.contract USING btree (company_id, ends_on, id);
CREATE INDEX contract_by_time ON public.contract USING btree (company_id, created_at, id);
alter table contract enable row level security;
alter table contract force row level security;
create policy platform on contract as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on contract as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on contract to visto_bueno_app;
grant select (company_id, id, type, currency, total_minor, starts_on, ends_on, status, created_at) on contract to visto_bueno_platform;

create table contract_amendment (
  company_id uuid not null,
  contract_id text collate "C" not null,
  revision integer not null,
  from_minor bigint not null,
  to_minor bigint not null,
  reason text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  constraint contract_amendment_pkey PRIMARY KEY (company_id, contract_id, revision),
  constraint contract_amendment_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id),
  constraint contract_amendment_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id),
  constraint contract_amendment_check CHECK (((to_minor > 0) AND (to_minor <> from_minor))),
  constraint contract_amendment_from_minor_check CHECK ((from_minor > 0)),
  constraint contract_amendment_reason_check CHECK ((reason <> ''::text)),
  constraint contract_amendment_revision_check CHECK ((revision > 1))
);
alter table contract_amendment enable row level security;
alter table contract_amendment force row level security;
create policy tenant on contract_amendment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on contract_amendment to visto_bueno_app;

create table contract_attachment (
  company_id uuid not null,
  contract_id text collate "C" not null,
  file_id uuid not null,
  added_by uuid not null,
  added_at timestamp with time zone not null,
  constraint contract_attachment_pkey PRIMARY KEY (company_id, contract_id, file_id),
  constraint contract_attachment_added_by_fkey FOREIGN KEY (added_by) REFERENCES account(id),
  constraint contract_attachment_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id),
  constraint contract_attachment_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id)
);
CREATE INDEX contract_attachment_by_file ON public.contract_attachment USING btree (company_id, file_id);
alter table contract_attachment enable row level security;
alter table contract_attachment force row level security;
create policy tenant on contract_attachment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on contract_attachment to visto_bueno_app;

create table cost_centre (
  company_id uuid not null,
  id uuid not null,
  client_id uuid,
  code text collate "C" not null,
  code_key text collate "C" not null generated always as (fold(code)),
  name text not null,
  currency text not null,
  overrun_policy text,
  status text not null,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((code || ' '::text) || name))),
  constraint cost_centre_pkey PRIMARY KEY (company_id, id),
  constraint cost_centre_company_id_code_key_key UNIQUE (company_id, code_key),
  constraint cost_centre_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint cost_centre_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint cost_centre_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint cost_centre_code_check CHECK (((code <> ''::text) AND (char_length(code) <= 20))),
  constraint cost_centre_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 120))),
  constraint cost_centre_overrun_policy_check CHECK ((overrun_policy = ANY (ARRAY['avisar'::text, 'requiere_aprobacion'::text, 'bloquear'::text]))),
  constraint cost_centre_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX cost_centre_by_client ON public.cost_centre USING btree (company_id, client_id);
alter table cost_centre enable row level security;
alter table cost_centre force row level security;
create policy tenant on cost_centre as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on cost_centre to visto_bueno_app;

create table cost_centre_budget (
  company_id uuid not null,
  cost_centre_id uuid not null,
  year smallint not null,
  total_minor bigint not null,
  constraint cost_centre_budget_pkey PRIMARY KEY (company_id, cost_centre_id, year),
  constraint cost_centre_budget_company_id_cost_centre_id_fkey FOREIGN KEY (company_id, cost_centre_id) REFERENCES cost_centre(company_id, id),
  constraint cost_centre_budget_total_minor_check CHECK ((total_minor > 0)),
  constraint cost_centre_budget_year_check CHECK (((year >= 2000) AND (year <= 2100)))
);
alter table cost_centre_budget enable row level security;
alter table cost_centre_budget force row level security;
create policy tenant on cost_centre_budget as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on cost_centre_budget to visto_bueno_app;

create table cost_centre_entry (
  company_id uuid not null,
  cost_centre_id uuid not null,
  id uuid not null,
  year smallint not null,
  document_id text collate "C" not null,
  cause text not null,
  requested_minor bigint not null,
  committed_minor bigint not null,
  used_minor bigint not null,
  at timestamp with time zone not null,
  constraint cost_centre_entry_pkey PRIMARY KEY (company_id, cost_centre_id, id),
  constraint cost_centre_entry_company_id_cost_centre_id_fkey FOREIGN KEY (company_id, cost_centre_id) REFERENCES cost_centre(company_id, id)
) partition by RANGE (id);
CREATE INDEX cost_centre_entry_by_document ON public.cost_centre_entry USING btree (company_id, document_id);
alter table cost_centre_entry enable row level security;
alter table cost_centre_entry force row level security;
create policy tenant on cost_centre_entry as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on cost_centre_entry to visto_bueno_app;

create table cost_centre_slot (
  company_id uuid not null,
  cost_centre_id uuid not null,
  year smallint not null,
  slot smallint not null,
  requested_minor bigint not null default 0,
  committed_minor bigint not null default 0,
  used_minor bigint not null default 0,
  constraint cost_centre_slot_pkey PRIMARY KEY (company_id, cost_centre_id, year, slot),
  constraint cost_centre_slot_company_id_cost_centre_id_fkey FOREIGN KEY (company_id, cost_centre_id) REFERENCES cost_centre(company_id, id),
  constraint cost_centre_slot_slot_check CHECK (((slot >= 0) AND (slot <= 15)))
);
alter table cost_centre_slot enable row level security;
alter table cost_centre_slot force row level security;
create policy tenant on cost_centre_slot as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on cost_centre_slot to visto_bueno_app;

create table counter (
  company_id uuid not null,
  kind text not null,
  last integer not null,
  constraint counter_pkey PRIMARY KEY (company_id, kind),
  constraint counter_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint counter_kind_check CHECK ((kind = ANY (ARRAY['PRJ'::text, 'CTR'::text, 'DOC'::text, 'PRV'::text, 'R'::text])))
);
alter table counter enable row level security;
alter table counter force row level security;
create policy tenant on counter as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on counter to visto_bueno_app;

create table decision_link (
  company_id uuid not null,
  digest text collate "C" not null,
  document_id text collate "C" not null,
  revision integer not null,
  seat_id uuid not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint decision_link_pkey PRIMARY KEY (company_id, digest),
  constraint decision_link_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint decision_link_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint decision_link_company_id_seat_id_fkey FOREIGN KEY (company_id, seat_id) REFERENCES approval(company_id, id),
  constraint decision_link_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint decision_link_check CHECK ((expires_at > created_at)),
  constraint decision_link_digest_check CHECK ((digest ~ '^[0-9A-Za-z_-]{43}$'::text))
);
CREATE INDEX decision_link_by_end ON public.decision_link USING btree (company_id, expires_at);
CREATE INDEX decision_link_of_person ON public.decision_link USING btree (company_id, user_id);
alter table decision_link enable row level security;
alter table decision_link force row level security;
create policy tenant on decision_link as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on decision_link to visto_bueno_app;

create table delegation (
  company_id uuid not null,
  id uuid not null,
  from_user uuid not null,
  to_user uuid not null,
  starts_on date not null,
  ends_on date not null,
  max_minor bigint,
  currency text,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  ended_by uuid,
  ended_at timestamp with time zone,
  covers text not null default 'approve'::text,
  constraint delegation_pkey PRIMARY KEY (company_id, id),
  constraint delegation_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint delegation_company_id_from_user_fkey FOREIGN KEY (company_id, from_user) REFERENCES member(company_id, user_id),
  constraint delegation_company_id_to_user_fkey FOREIGN KEY (company_id, to_user) REFERENCES member(company_id, user_id),
  constraint delegation_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint delegation_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES account(id),
  constraint delegation_check CHECK ((from_user <> to_user)),
  constraint delegation_check1 CHECK ((ends_on >= starts_on)),
  constraint delegation_check2 CHECK (((max_minor IS NULL) = (currency IS NULL))),
  constraint delegation_covers_check CHECK ((covers = ANY (ARRAY['approve'::text, 'execute'::text, 'both'::text]))),
  constraint delegation_ended CHECK (((ended_by IS NULL) OR (ended_at IS NOT NULL))),
  constraint delegation_max_minor_check CHECK ((max_minor > 0))
);
CREATE INDEX delegation_by_substitute ON public.delegation USING btree (company_id, to_user);
CREATE INDEX delegation_of_giver ON public.delegation USING btree (company_id, from_user, ends_on);
CREATE INDEX delegation_of_substitute ON public.delegation USING btree (company_id, to_user, ends_on) WHERE (ended_at IS NULL);
alter table delegation enable row level security;
alter table delegation force row level security;
create policy tenant on delegation as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on delegation to visto_bueno_app;

create table delivery (
  company_id uuid not null,
  document_id text collate "C" not null,
  file_id uuid not null,
  note text,
  delivered_by uuid not null,
  delivered_at timestamp with time zone not null,
  constraint delivery_pkey PRIMARY KEY (company_id, document_id, file_id),
  constraint delivery_company_id_delivered_by_fkey FOREIGN KEY (company_id, delivered_by) REFERENCES member(company_id, user_id),
  constraint delivery_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint delivery_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint delivery_note_check CHECK ((length(note) <= 500))
);
CREATE INDEX delivery_by_file ON public.delivery USING btree (company_id, file_id);
alter table delivery enable row level security;
alter table delivery force row level security;
create policy tenant on delivery as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on delivery to visto_bueno_app;

create table digest (
  company_id uuid not null,
  day date not null,
  mails integer not null,
  created_at timestamp with time zone not null,
  constraint digest_pkey PRIMARY KEY (company_id, day),
  constraint digest_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint digest_mails_check CHECK ((mails >= 0))
);
alter table digest enable row level security;
alter table digest force row level security;
create policy tenant on digest as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on digest to visto_bueno_app;

create table directory_person (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  external_id text collate "C",
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  let_go_at timestamp with time zone,
  constraint directory_person_pkey PRIMARY KEY (company_id, id),
  constraint directory_person_company_id_user_id_key UNIQUE (company_id, user_id),
  constraint directory_person_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint directory_person_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint directory_person_external_id_check CHECK (((external_id <> ''::text) AND (char_length(external_id) <= 255)))
);
CREATE UNIQUE INDEX directory_person_external ON public.directory_person USING btree (company_id, external_id) WHERE (removed_at IS NULL);
CREATE INDEX directory_person_latest ON public.directory_person USING btree (company_id, changed_at DESC);
alter table directory_person enable row level security;
alter table directory_person force row level security;
create policy tenant on directory_person as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on directory_person to visto_bueno_app;

create table directory_refusal (
  company_id uuid not null,
  id uuid not null,
  subject text collate "C",
  detail text not null,
  created_at timestamp with time zone not null,
  constraint directory_refusal_pkey PRIMARY KEY (company_id, id),
  constraint directory_refusal_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint directory_refusal_detail_check CHECK ((char_length(detail) <= 500)),
  constraint directory_refusal_subject_check CHECK ((char_length(subject) <= 254))
);
alter table directory_refusal enable row level security;
alter table directory_refusal force row level security;
create policy tenant on directory_refusal as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on directory_refusal to visto_bueno_app;

create table document (
  company_id uuid not null,
  id text collate "C" not null,
  number integer not null,
  project_id text collate "C" not null,
  contract_id text collate "C" not null,
  client_id uuid not null,
  provider_id text collate "C" not null,
  type text not null,
  name text not null,
  description text,
  amount_minor bigint not null,
  currency text not null,
  bank_account text,
  state text not null,
  previous_state text,
  block_cause text,
  revision integer not null,
  turn integer not null default 1,
  approvals_total integer not null default 0,
  approvals_approved integer not null default 0,
  approvals_rejected integer not null default 0,
  approvals_pending integer not null default 0,
  approvals_skipped integer not null default 0,
  created_by uuid not null,
  changed_by uuid not null,
  created_at timestamp with time zone not null,
  submitted_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((id || ' '::text) || name))),
  name_key text collate "C" not null generated always as (fold(name)),
  flow_version integer,
  invoice_number text,
  invoice_key text collate "C",
  invoice_date date,
  receipt text,
  payment_batch_id text collate "C",
  content_digest text,
  approved_at timestamp with time zone,
  breakdown jsonb,
  charge_minor bigint,
  payable_minor bigint,
  payments integer,
  payments_made integer,
  due_on date,
  planned_minor bigint,
  credited_id text collate "C",
  credit_state text,
  netted_batch_id text collate "C",
  cost_centre_id uuid,
  cost_centre_year smallint,
  cost_centre_state text,
  constraint document_pkey PRIMARY KEY (company_id, id),
  constraint document_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id),
  constraint document_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint document_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id),
  constraint document_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint document_company_id_flow_version_fkey FOREIGN KEY (company_id, flow_version) REFERENCES flow(company_id, version),
  constraint document_company_id_payment_batch_id_id_fkey FOREIGN KEY (company_id, payment_batch_id, id) REFERENCES payment_batch_order(company_id, batch_id, document_id),
  constraint document_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint document_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint document_cost_centre_fkey FOREIGN KEY (company_id, cost_centre_id) REFERENCES cost_centre(company_id, id),
  constraint document_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint document_credited_fkey FOREIGN KEY (company_id, credited_id) REFERENCES document(company_id, id),
  constraint document_amount_minor_check CHECK ((amount_minor > 0)),
  constraint document_approved CHECK (((state <> ALL (ARRAY['approved'::text, 'execution_rejected'::text, 'executed'::text])) OR (((approvals_approved + approvals_skipped) > 0) AND (approvals_pending = 0)))),
  constraint document_breakdown CHECK ((((breakdown IS NULL) AND (charge_minor IS NULL) AND (payable_minor IS NULL)) OR (((breakdown ->> 'amountMinor'::text) = (amount_minor)::text) AND (charge_minor > 0) AND (payable_minor > 0)))),
  constraint document_check CHECK ((((block_cause IS NOT NULL) = (state = 'blocked'::text)) AND (block_cause = ANY (ARRAY['budget'::text, 'no_approver'::text, 'contract_inactive'::text])))),
  constraint document_check1 CHECK ((approvals_total = (((approvals_approved + approvals_rejected) + approvals_pending) + approvals_skipped))),
  constraint document_check3 CHECK (((receipt IS NULL) OR (state = 'executed'::text))),
  constraint document_check4 CHECK (((payment_batch_id IS NULL) OR (state = ANY (ARRAY['approved'::text, 'executed'::text])))),
  constraint document_content_digest_check CHECK ((content_digest ~ '^[0-9a-f]{64}$'::text)),
  constraint document_cost_centre CHECK (
CASE
    WHEN (cost_centre_id IS NULL) THEN ((cost_centre_year IS NULL) AND (cost_centre_state IS NULL))
    ELSE ((cost_centre_year IS NOT NULL) AND (NOT (cost_centre_state IS DISTINCT FROM state)))
END),
  constraint document_credit_note CHECK (
CASE
    WHEN (credited_id IS NULL) THEN (credit_state IS NULL)
    ELSE ((credited_id <> id) AND (NOT (credit_state IS DISTINCT FROM state)) AND (payment_batch_id IS NULL) AND (payments IS NULL) AND (due_on IS NULL))
END),
  constraint document_invoice_key CHECK (((invoice_key IS NULL) OR (invoice_number IS NOT NULL))),
  constraint document_invoice_number_check CHECK ((invoice_number <> ''::text)),
  constraint document_name_check CHECK ((name <> ''::text)),
  constraint document_netted CHECK (((netted_batch_id IS NULL) OR ((state = 'approved'::text) AND (type = 'gasto'::text) AND
CASE
    WHEN (credited_id IS NULL) THEN (NOT (payment_batch_id IS DISTINCT FROM netted_batch_id))
    ELSE true
END))),
  constraint document_payments CHECK ((((payments IS NULL) = (payments_made IS NULL)) AND ((payments IS NULL) OR (((payments_made >= 0) AND (payments_made <= payments)) AND ((state = 'executed'::text) = (payments_made = payments)))))),
  constraint document_payments_check CHECK (((payments >= 2) AND (payments <= 24))),
  constraint document_planned CHECK ((((planned_minor IS NULL) = (due_on IS NULL)) AND ((planned_minor IS NULL) OR (planned_minor = COALESCE(payable_minor, amount_minor))))),
  constraint document_receipt_check CHECK ((receipt = ANY (ARRAY['received'::text, 'disputed'::text, 'resolved'::text]))),
  constraint document_revision_check CHECK ((revision > 0)),
  constraint document_state_check CHECK ((state = ANY (ARRAY['in_approval'::text, 'returned'::text, 'blocked'::text, 'approved'::text, 'execution_rejected'::text, 'executed'::text, 'rejected'::text, 'cancelled'::text]))),
  constraint document_transition CHECK (
CASE state
    WHEN 'in_approval'::text THEN ((previous_state IS NULL) OR (previous_state = ANY (ARRAY['in_approval'::text, 'returned'::text, 'blocked'::text, 'approved'::text])))
    WHEN 'blocked'::text THEN ((previous_state IS NULL) OR (previous_state = ANY (ARRAY['in_approval'::text, 'returned'::text, 'blocked'::text])))
    WHEN 'returned'::text THEN (previous_state = ANY (ARRAY['in_approval'::text, 'blocked'::text, 'returned'::text]))
    WHEN 'rejected'::text THEN (previous_state = ANY (ARRAY['in_approval'::text, 'rejected'::text]))
    WHEN 'approved'::text THEN (previous_state = ANY (ARRAY['in_approval'::text, 'execution_rejected'::text, 'executed'::text, 'approved'::text]))
    WHEN 'execution_rejected'::text THEN (previous_state = ANY (ARRAY['approved'::text, 'execution_rejected'::text]))
    WHEN 'executed'::text THEN (previous_state = ANY (ARRAY['approved'::text, 'executed'::text]))
    WHEN 'cancelled'::text THEN (previous_state = ANY (ARRAY['approved'::text, 'execution_rejected'::text, 'cancelled'::text]))
    ELSE false
END),
  constraint document_type_check CHECK ((type = ANY (ARRAY['gasto'::text, 'emision'::text])))
);
CREATE INDEX document_by_amount ON public.document USING btree (company_id, amount_minor, number);
CREATE INDEX document_by_approval_day ON public.document USING btree (company_id, approved_at, number) WHERE (approved_at IS NOT NULL);
CREATE INDEX document_by_client ON public.document USING btree (company_id, client_id, number DESC);
CREATE INDEX document_by_contract ON public.document USING btree (company_id, contract_id, state);
CREATE INDEX document_by_creation ON public.document USING btree (company_id, created_at, number);
CREATE INDEX document_by_flow ON public.document USING btree (company_id, flow_version) WHERE (flow_version IS NOT NULL);
CREATE INDEX document_by_invoice ON public.document USING btree (company_id, provider_id, invoice_key) WHERE (invoice_key IS NOT NULL);
CREATE INDEX document_by_invoice_date ON public.document USING btree (company_id, invoice_date, number) WHERE (invoice_date IS NOT NULL);
CREATE INDEX document_by_name ON public.document USING btree (company_id, name_key, number);
CREATE INDEX document_by_number ON public.document USING btree (company_id, number DESC);
CREATE INDEX document_by_provider ON public.document USING btree (company_id, provider_id, number DESC);
CREATE INDEX document_by_requester ON public.document USING btree (company_id, created_by, number DESC);
CREATE INDEX document_by_time ON public.document USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX document_by_type ON public.document USING btree (company_id, type, state, number DESC);
CREATE INDEX document_credit_notes ON public.document USING btree (company_id, credited_id) WHERE (credited_id IS NOT NULL);
CREATE INDEX document_in_due_order ON public.document USING btree (company_id, due_on, number);
CREATE INDEX document_in_project ON public.document USING btree (company_id, project_id, number DESC) INCLUDE (type, state, provider_id, name_key, amount_minor, due_on, invoice_key);
CREATE INDEX document_of_client ON public.document USING btree (company_id, client_id, type, state, number DESC);
CREATE INDEX document_of_client_by_name ON public.document USING btree (company_id, client_id, name_key, number);
CREATE INDEX document_of_client_by_provider ON public.document USING btree (company_id, client_id, provider_id, number DESC);
CREATE INDEX document_of_contract ON public.document USING btree (company_id, contract_id, number DESC);
CREATE INDEX document_of_cost_centre ON public.document USING btree (company_id, cost_centre_id, number DESC) WHERE (cost_centre_id IS NOT NULL);
CREATE INDEX document_of_payee ON public.document USING btree (company_id, provider_id, submitted_at);
CREATE INDEX document_of_provider ON public.document USING btree (company_id, contract_id, provider_id, submitted_at);
CREATE INDEX document_open ON public.document USING btree (company_id, state, number DESC) WHERE (state = ANY (ARRAY['in_approval'::text, 'returned'::text, 'blocked'::text, 'approved'::text, 'execution_rejected'::text]));
CREATE INDEX document_open_in_due_order ON public.document USING btree (company_id, state, due_on, number) WHERE (state = ANY (ARRAY['in_approval'::text, 'returned'::text, 'blocked'::text, 'approved'::text, 'execution_rejected'::text]));
CREATE INDEX document_paid ON public.document USING btree (company_id, provider_id, client_id) WHERE ((type = 'gasto'::text) AND (state = 'executed'::text));
CREATE INDEX document_paid_in_part ON public.document USING btree (company_id, project_id) WHERE ((payments_made > 0) AND (payments_made < payments));
CREATE INDEX document_provider_by_project ON public.document USING btree (company_id, provider_id, project_id);
CREATE INDEX document_rejected_by_name ON public.document USING btree (company_id, state, name_key, number) WHERE (state = ANY (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX document_rejected_of_project ON public.document USING btree (company_id, project_id, number DESC) WHERE (state = ANY (ARRAY['rejected'::text, 'cancelled'::text]));
CREATE INDEX document_requester_by_project ON public.document USING btree (company_id, created_by, project_id, provider_id);
CREATE INDEX document_to_execute ON public.document USING btree (company_id, project_id) WHERE (state = 'approved'::text);
alter table document enable row level security;
alter table document force row level security;
create policy platform on document as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on document as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
CREATE TRIGGER document_approved BEFORE INSERT OR UPDATE OF state ON public.document FOR EACH ROW EXECUTE FUNCTION document_approved();
CREATE TRIGGER document_moves BEFORE UPDATE ON public.document FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION document_moves();
grant insert, select, update on document to visto_bueno_app;
grant select (company_id, id, project_id, contract_id, type, amount_minor, currency, state, block_cause, revision, approvals_approved, approvals_rejected, created_at, submitted_at, updated_at, credited_id) on document to visto_bueno_platform;

create table document_revision (
  company_id uuid not null,
  document_id text collate "C" not null,
  revision integer not null,
  content jsonb not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  made_for uuid,
  constraint document_revision_pkey PRIMARY KEY (company_id, document_id, revision),
  constraint document_revision_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint document_revision_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id)
);
alter table document_revision enable row level security;
alter table document_revision force row level security;
create policy tenant on document_revision as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on document_revision to visto_bueno_app;

create table document_tally (
  company_id uuid not null,
  project_id text collate "C" not null,
  type text not null,
  state text not null,
  slot smallint not null,
  count integer not null,
  amount_minor bigint not null,
  constraint document_tally_pkey PRIMARY KEY (company_id, project_id, type, state, slot),
  constraint document_tally_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint document_tally_slot_check CHECK (((slot >= 0) AND (slot <= 7)))
);
alter table document_tally enable row level security;
alter table document_tally force row level security;
create policy tenant on document_tally as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on document_tally to visto_bueno_app;

create table document_word (
  company_id uuid not null,
  word text collate "C" not null,
  number integer not null,
  constraint document_word_pkey PRIMARY KEY (company_id, word, number)
);
alter table document_word enable row level security;
alter table document_word force row level security;
create policy tenant on document_word as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on document_word to visto_bueno_app;

create table document_worded (
  company_id uuid not null,
  until integer not null,
  constraint document_worded_pkey PRIMARY KEY (company_id),
  constraint document_worded_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);
alter table document_worded enable row level security;
alter table document_worded force row level security;
create policy tenant on document_worded as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on document_worded to visto_bueno_app;

create table erased_event (
  company_id uuid not null,
  event_id uuid not null,
  erasure_id uuid not null,
  content_sha256 text not null,
  constraint erased_event_pkey PRIMARY KEY (company_id, event_id, erasure_id),
  constraint erased_event_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint erased_event_content_sha256_check CHECK ((content_sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX erased_event_of_erasure ON public.erased_event USING btree (company_id, erasure_id);
alter table erased_event enable row level security;
alter table erased_event force row level security;
create policy tenant on erased_event as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant select on erased_event to visto_bueno_app;

create table escalation (
  company_id uuid not null,
  document_id text collate "C" not null,
  told_at timestamp with time zone not null,
  revision integer not null,
  constraint escalation_pkey PRIMARY KEY (company_id, document_id, revision),
  constraint escalation_company_id_document_id_revision_fkey FOREIGN KEY (company_id, document_id, revision) REFERENCES document_revision(company_id, document_id, revision)
);
alter table escalation enable row level security;
alter table escalation force row level security;
create policy tenant on escalation as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on escalation to visto_bueno_app;

create table event (
  company_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  actor_id uuid,
  on_behalf_of uuid,
  action text not null,
  object_type text not null,
  object_id text collate "C" not null,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  plan_before text generated always as (
CASE
    WHEN (action = 'company.plan_changed'::text) THEN (before ->> 'plan'::text)
    ELSE NULL::text
END),
  status_before text generated always as (
CASE
    WHEN (action = ANY (ARRAY['company.suspended'::text, 'company.reactivated'::text])) THEN (before ->> 'status'::text)
    ELSE NULL::text
END),
  number bigint not null generated as identity,
  actor_name text,
  on_behalf_of_name text,
  constraint event_pkey PRIMARY KEY (company_id, id)
) partition by RANGE (id);
CREATE INDEX event_of_action ON public.event USING btree (company_id, action, id);
CREATE INDEX event_of_actor ON public.event USING btree (company_id, actor_id, id);
CREATE INDEX event_of_object ON public.event USING btree (company_id, object_type, object_id, number);
CREATE INDEX event_of_standing ON public.event USING btree (company_id, at) WHERE ((plan_before IS NOT NULL) OR (status_before IS NOT NULL));
alter table event enable row level security;
alter table event force row level security;
create policy platform on event as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on event as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on event to visto_bueno_app;
grant select (company_id, id, at, actor_id, plan_before, status_before) on event to visto_bueno_platform;

create table event_seal (
  company_id uuid not null,
  sequence bigint not null,
  event_id uuid not null,
  hash text not null,
  sealed_at timestamp with time zone not null,
  constraint event_seal_pkey PRIMARY KEY (company_id, event_id),
  constraint event_seal_company_id_event_id_fkey FOREIGN KEY (company_id, event_id) REFERENCES event(company_id, id),
  constraint event_seal_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint event_seal_sequence_check CHECK ((sequence > 0))
) partition by RANGE (event_id);
CREATE INDEX event_seal_in_order ON public.event_seal USING btree (company_id, sequence);
alter table event_seal enable row level security;
alter table event_seal force row level security;
create policy tenant on event_seal as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on event_seal to visto_bueno_app;

create table event_unsealed (
  number bigint not null generated as identity,
  company uuid not null,
  event_id uuid not null,
  constraint event_unsealed_pkey PRIMARY KEY (company, number)
);
CREATE INDEX event_unsealed_of_company ON public.event_unsealed USING btree (company, number);
grant delete, insert, select on event_unsealed to visto_bueno_app;

create table exchange_rate (
  company_id uuid not null,
  id uuid not null,
  currency text not null,
  against text not null,
  rate text not null,
  holds_from date not null,
  entered_by uuid not null,
  entered_at timestamp with time zone not null,
  constraint exchange_rate_pkey PRIMARY KEY (company_id, id),
  constraint exchange_rate_company_id_entered_by_fkey FOREIGN KEY (company_id, entered_by) REFERENCES member(company_id, user_id),
  constraint exchange_rate_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint exchange_rate_check CHECK ((currency <> against)),
  constraint exchange_rate_rate_check CHECK (((rate ~ '^(0|[1-9][0-9]{0,8})([.][0-9]{0,9}[1-9])?$'::text) AND (rate <> '0'::text)))
);
CREATE INDEX exchange_rate_by_day ON public.exchange_rate USING btree (company_id, against, currency, holds_from, id);
alter table exchange_rate enable row level security;
alter table exchange_rate force row level security;
create policy tenant on exchange_rate as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on exchange_rate to visto_bueno_app;

create table execution (
  company_id uuid not null,
  document_id text collate "C" not null,
  executed_by uuid not null,
  executed_on date not null,
  reference text not null,
  comment text,
  proof_file_id uuid,
  confirmed_at timestamp with time zone not null,
  payment integer not null default 1,
  attempt integer not null default 1,
  charge_minor bigint,
  billed_minor bigint,
  is_last boolean not null default true,
  returned_at timestamp with time zone,
  returned_by uuid,
  returned_on date,
  return_reason text,
  told_paid_at timestamp with time zone,
  told_returned_at timestamp with time zone,
  executed_for uuid,
  netted_minor bigint,
  constraint execution_pkey PRIMARY KEY (company_id, document_id, payment, attempt),
  constraint execution_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint execution_company_id_executed_by_fkey FOREIGN KEY (company_id, executed_by) REFERENCES member(company_id, user_id),
  constraint execution_company_id_executed_for_fkey FOREIGN KEY (company_id, executed_for) REFERENCES member(company_id, user_id),
  constraint execution_company_id_proof_file_id_fkey FOREIGN KEY (company_id, proof_file_id) REFERENCES file(company_id, id),
  constraint execution_company_id_returned_by_fkey FOREIGN KEY (company_id, returned_by) REFERENCES member(company_id, user_id),
  constraint execution_attempt_check CHECK ((attempt > 0)),
  constraint execution_billed_minor_check CHECK ((billed_minor >= 0)),
  constraint execution_charge_minor_check CHECK ((charge_minor >= 0)),
  constraint execution_netted CHECK ((netted_minor > 0)),
  constraint execution_payment_check CHECK (((payment >= 1) AND (payment <= 24))),
  constraint execution_return_reason_check CHECK ((return_reason <> ''::text)),
  constraint execution_returned CHECK ((((returned_at IS NULL) = (returned_by IS NULL)) AND ((returned_at IS NULL) = (returned_on IS NULL)) AND ((returned_at IS NULL) = (return_reason IS NULL)) AND (NOT ((returned_at IS NOT NULL) AND is_last)))),
  constraint execution_share CHECK (((billed_minor IS NULL) = (charge_minor IS NULL)))
);
CREATE INDEX execution_by_date ON public.execution USING btree (company_id, executed_on, document_id);
CREATE INDEX execution_by_instant ON public.execution USING btree (company_id, confirmed_at);
CREATE INDEX execution_by_proof ON public.execution USING btree (company_id, proof_file_id);
CREATE INDEX execution_by_return ON public.execution USING btree (company_id, returned_on, document_id) WHERE (returned_on IS NOT NULL);
CREATE UNIQUE INDEX execution_last ON public.execution USING btree (company_id, document_id) WHERE is_last;
CREATE INDEX execution_of_substitute ON public.execution USING btree (company_id, executed_by, document_id) WHERE (executed_for IS NOT NULL);
CREATE UNIQUE INDEX execution_standing ON public.execution USING btree (company_id, document_id, payment) WHERE (returned_at IS NULL);
alter table execution enable row level security;
alter table execution force row level security;
create policy tenant on execution as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on execution to visto_bueno_app;
grant update (is_last, returned_at, returned_by, returned_on, return_reason, told_paid_at, told_returned_at) on execution to visto_bueno_app;

create table execution_counted (
  company_id uuid not null,
  until timestamp with time zone not null,
  constraint execution_counted_pkey PRIMARY KEY (company_id),
  constraint execution_counted_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);
alter table execution_counted enable row level security;
alter table execution_counted force row level security;
create policy tenant on execution_counted as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on execution_counted to visto_bueno_app;

create table execution_month (
  company_id uuid not null,
  project_id text collate "C" not null,
  type text not null,
  month date not null,
  count integer not null,
  amount_minor numeric not null,
  constraint execution_month_pkey PRIMARY KEY (company_id, project_id, type, month),
  constraint execution_month_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint execution_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);
CREATE INDEX execution_month_by_month ON public.execution_month USING btree (company_id, month) INCLUDE (project_id, type, amount_minor);
alter table execution_month enable row level security;
alter table execution_month force row level security;
create policy tenant on execution_month as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on execution_month to visto_bueno_app;

create table factor (
  id uuid not null,
  user_id uuid not null,
  friendly_name text not null,
  status text not null,
  sealed_secret text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint factor_pkey PRIMARY KEY (id),
  constraint factor_user_id_friendly_name_key UNIQUE (user_id, friendly_name),
  constraint factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint factor_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
);
grant delete, insert, select, update on factor to visto_bueno_app;

create table factor_challenge (
  id uuid not null,
  factor_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint factor_challenge_pkey PRIMARY KEY (id),
  constraint factor_challenge_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES factor(id) ON DELETE CASCADE
);
CREATE INDEX factor_challenge_by_factor ON public.factor_challenge USING btree (factor_id);
grant delete, insert, select, update on factor_challenge to visto_bueno_app;

create table file (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null,
  sha256 text not null,
  uploaded_by uuid,
  created_at timestamp with time zone not null,
  invoice_reading jsonb,
  constraint file_pkey PRIMARY KEY (company_id, id),
  constraint file_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint file_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES account(id),
  constraint file_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint file_size_check CHECK ((size > 0)),
  constraint file_stored_type CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'application/xml'::text, 'application/zip'::text, 'text/plain'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'image/heic'::text])))
);
CREATE INDEX file_by_digest ON public.file USING btree (company_id, sha256);
CREATE INDEX file_by_time ON public.file USING btree (company_id, created_at);
alter table file enable row level security;
alter table file force row level security;
create policy tenant on file as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on file to visto_bueno_app;
grant update (invoice_reading) on file to visto_bueno_app;

create table flow (
  company_id uuid not null,
  version integer not null,
  rules jsonb not null,
  note text,
  published_by uuid not null,
  published_at timestamp with time zone not null,
  constraint flow_pkey PRIMARY KEY (company_id, version),
  constraint flow_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint flow_company_id_published_by_fkey FOREIGN KEY (company_id, published_by) REFERENCES member(company_id, user_id),
  constraint flow_version_check CHECK ((version > 0))
);
alter table flow enable row level security;
alter table flow force row level security;
create policy tenant on flow as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on flow to visto_bueno_app;

create table flow_draft (
  company_id uuid not null,
  rules jsonb not null,
  revision integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint flow_draft_pkey PRIMARY KEY (company_id),
  constraint flow_draft_company_id_changed_by_fkey FOREIGN KEY (company_id, changed_by) REFERENCES member(company_id, user_id),
  constraint flow_draft_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint flow_draft_revision_check CHECK ((revision > 0))
);
alter table flow_draft enable row level security;
alter table flow_draft force row level security;
create policy tenant on flow_draft as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on flow_draft to visto_bueno_app;

create table housekeeping_turn (
  task text not null,
  next_at timestamp with time zone not null,
  constraint housekeeping_turn_pkey PRIMARY KEY (task)
);
grant insert, select, update on housekeeping_turn to visto_bueno_app;

create table idempotency_key (
  company_id uuid not null,
  user_id uuid not null,
  route text not null,
  key text not null,
  request_digest text not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  sent_digest text,
  constraint idempotency_key_pkey PRIMARY KEY (company_id, user_id, route, key),
  constraint idempotency_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy tenant on idempotency_key as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on idempotency_key to visto_bueno_app;

create table import (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  file_name text not null,
  digest text not null,
  headings text[] not null,
  columns jsonb not null,
  state text not null,
  rows integer not null,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  started_by uuid,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  undone_by uuid,
  checked_by uuid,
  checked_token uuid,
  started_token uuid,
  undone_token uuid,
  constraint import_pkey PRIMARY KEY (company_id, id),
  constraint import_company_id_checked_by_fkey FOREIGN KEY (company_id, checked_by) REFERENCES member(company_id, user_id),
  constraint import_company_id_checked_token_fkey FOREIGN KEY (company_id, checked_token) REFERENCES api_token(company_id, id),
  constraint import_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES member(company_id, user_id),
  constraint import_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint import_company_id_started_by_fkey FOREIGN KEY (company_id, started_by) REFERENCES member(company_id, user_id),
  constraint import_company_id_started_token_fkey FOREIGN KEY (company_id, started_token) REFERENCES api_token(company_id, id),
  constraint import_company_id_undone_by_fkey FOREIGN KEY (company_id, undone_by) REFERENCES member(company_id, user_id),
  constraint import_company_id_undone_token_fkey FOREIGN KEY (company_id, undone_token) REFERENCES api_token(company_id, id),
  constraint import_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint import_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200))),
  constraint import_headings_check CHECK (((cardinality(headings) >= 1) AND (cardinality(headings) <= 100))),
  constraint import_kind_check CHECK ((kind = ANY (ARRAY['providers'::text, 'clients'::text, 'people'::text, 'contracts'::text, 'projects'::text, 'orders'::text]))),
  constraint import_rows_check CHECK (((rows >= 1) AND (rows <= 10000))),
  constraint import_state_check CHECK ((state = ANY (ARRAY['matching'::text, 'checking'::text, 'checked'::text, 'importing'::text, 'finished'::text, 'undoing'::text, 'undone'::text])))
);
CREATE INDEX import_by_digest ON public.import USING btree (company_id, kind, digest);
alter table import enable row level security;
alter table import force row level security;
create policy tenant on import as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on import to visto_bueno_app;

create table import_row (
  company_id uuid not null,
  import_id uuid not null,
  place integer not null,
  cells text[] not null,
  state text not null default 'unchecked'::text,
  faults jsonb not null default '[]'::jsonb,
  keys text[] not null default '{}'::text[],
  made_id text,
  note text,
  constraint import_row_pkey PRIMARY KEY (company_id, import_id, place),
  constraint import_row_company_id_import_id_fkey FOREIGN KEY (company_id, import_id) REFERENCES import(company_id, id) ON DELETE CASCADE,
  constraint import_row_check CHECK (((made_id IS NOT NULL) = (state = ANY (ARRAY['made'::text, 'undone'::text, 'kept'::text])))),
  constraint import_row_place_check CHECK ((place > 0)),
  constraint import_row_state_check CHECK ((state = ANY (ARRAY['unchecked'::text, 'good'::text, 'existing'::text, 'refused'::text, 'waiting'::text, 'made'::text, 'undone'::text, 'kept'::text])))
);
CREATE INDEX import_row_by_state ON public.import_row USING btree (company_id, import_id, state, place);
alter table import_row enable row level security;
alter table import_row force row level security;
create policy tenant on import_row as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on import_row to visto_bueno_app;

create table import_task (
  company uuid not null,
  import uuid not null,
  constraint import_task_pkey PRIMARY KEY (company, import)
);
grant delete, insert, select, update on import_task to visto_bueno_app;

create table invitation (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  email text collate "C" not null,
  name text not null,
  last_name text not null,
  role text not null,
  client_id uuid,
  provider_id text collate "C",
  invited_by uuid,
  invited_by_name text not null,
  company_name text not null,
  gives_password boolean not null default false,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  outcome text,
  ended_at timestamp with time zone,
  constraint invitation_pkey PRIMARY KEY (company_id, id),
  constraint invitation_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint invitation_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint invitation_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id),
  constraint invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint invitation_check CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint invitation_email_check CHECK ((email = lower(email))),
  constraint invitation_name_check CHECK ((name <> ''::text)),
  constraint invitation_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'refused'::text, 'revoked'::text]))),
  constraint invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'client'::text, 'provider'::text, 'client_user'::text, 'provider_user'::text, 'approver'::text, 'auditor'::text])))
);
CREATE UNIQUE INDEX invitation_open ON public.invitation USING btree (company_id, email) WHERE (outcome IS NULL);
alter table invitation enable row level security;
alter table invitation force row level security;
create policy own_invitation on invitation as permissive for select to public
  using ((user_id = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid));
create policy tenant on invitation as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on invitation to visto_bueno_app;

create table invited_appointment (
  company_id uuid not null,
  invitation_id uuid not null,
  project_id text collate "C" not null,
  permission text not null,
  appointed_by uuid not null,
  created_at timestamp with time zone not null,
  constraint invited_appointment_pkey PRIMARY KEY (company_id, invitation_id, project_id, permission),
  constraint invited_appointment_appointed_by_fkey FOREIGN KEY (appointed_by) REFERENCES account(id),
  constraint invited_appointment_company_id_invitation_id_fkey FOREIGN KEY (company_id, invitation_id) REFERENCES invitation(company_id, id),
  constraint invited_appointment_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint invited_appointment_permission_check CHECK ((permission = ANY (ARRAY['approve'::text, 'execute'::text])))
);
CREATE INDEX invited_appointment_by_project ON public.invited_appointment USING btree (company_id, project_id);
alter table invited_appointment enable row level security;
alter table invited_appointment force row level security;
create policy tenant on invited_appointment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on invited_appointment to visto_bueno_app;

create table journal_reader (
  reader text not null,
  company uuid not null,
  sealed_to bigint not null,
  read_to bigint not null,
  constraint journal_reader_pkey PRIMARY KEY (reader, company),
  constraint journal_reader_read_to_check CHECK ((read_to >= 0)),
  constraint journal_reader_reader_check CHECK ((reader = 'webhooks'::text)),
  constraint journal_reader_sealed_to_check CHECK ((sealed_to >= 0))
);
grant delete, insert, select, update on journal_reader to visto_bueno_app;

create table ledger_account (
  company_id uuid not null,
  place text not null,
  tax_kind text not null default ''::text,
  rate integer not null default 0,
  code text not null,
  constraint ledger_account_pkey PRIMARY KEY (company_id, place, tax_kind, rate),
  constraint ledger_account_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint ledger_account_check CHECK (((tax_kind = ''::text) OR (place = ANY (ARRAY['taxBorne'::text, 'taxCharged'::text])))),
  constraint ledger_account_check1 CHECK (((tax_kind <> ''::text) OR (rate = 0))),
  constraint ledger_account_code_check CHECK ((code ~ '^[0-9][0-9.]{2,11}$'::text)),
  constraint ledger_account_place_check CHECK ((place = ANY (ARRAY['supplier'::text, 'expense'::text, 'client'::text, 'income'::text, 'taxBorne'::text, 'taxCharged'::text, 'withheld'::text, 'withheldByClients'::text, 'bank'::text]))),
  constraint ledger_account_rate_check CHECK (((rate >= 0) AND (rate <= 10000))),
  constraint ledger_account_tax_kind_check CHECK ((tax_kind = ANY (ARRAY[''::text, 'iva'::text, 'igic'::text, 'ipsi'::text, 'recargo'::text, 'exento'::text, 'otro'::text])))
);
alter table ledger_account enable row level security;
alter table ledger_account force row level security;
create policy tenant on ledger_account as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on ledger_account to visto_bueno_app;

create table mail (
  id uuid not null,
  kind text not null,
  to_address text not null,
  subject text not null,
  sealed text,
  message_id text,
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_check CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mail_check1 CHECK (((sealed IS NOT NULL) OR (sent_at IS NOT NULL)))
);
CREATE INDEX mail_by_time ON public.mail USING btree (created_at);
CREATE INDEX mail_due ON public.mail USING btree (next_try_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
grant delete, insert, select, update on mail to visto_bueno_app;

create table mailbox (
  company_id uuid not null,
  host text not null,
  port integer not null,
  username text not null,
  sealed_password text not null,
  folder text not null,
  done_folder text,
  collects boolean not null,
  collects_from date not null,
  uid_validity text,
  last_uid bigint not null default 0,
  trying_uid bigint,
  tries integer not null default 0,
  last_collected_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  fault text,
  revision integer not null default 1,
  created_by uuid not null,
  updated_at timestamp with time zone not null,
  constraint mailbox_pkey PRIMARY KEY (company_id),
  constraint mailbox_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES member(company_id, user_id),
  constraint mailbox_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint mailbox_done_folder_check CHECK (((char_length(done_folder) >= 1) AND (char_length(done_folder) <= 200))),
  constraint mailbox_folder_check CHECK (((char_length(folder) >= 1) AND (char_length(folder) <= 200))),
  constraint mailbox_host_check CHECK (((char_length(host) >= 1) AND (char_length(host) <= 253))),
  constraint mailbox_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint mailbox_username_check CHECK (((char_length(username) >= 1) AND (char_length(username) <= 254)))
);
alter table mailbox enable row level security;
alter table mailbox force row level security;
create policy tenant on mailbox as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on mailbox to visto_bueno_app;

create table mailbox_file (
  company_id uuid not null,
  message_id uuid not null,
  place integer not null,
  name text not null,
  size integer not null,
  file_id uuid,
  left_out text,
  constraint mailbox_file_pkey PRIMARY KEY (company_id, message_id, place),
  constraint mailbox_file_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint mailbox_file_company_id_message_id_fkey FOREIGN KEY (company_id, message_id) REFERENCES mailbox_message(company_id, id),
  constraint mailbox_file_place_check CHECK ((place >= 0)),
  constraint mailbox_file_size_check CHECK ((size >= 0))
);
CREATE INDEX mailbox_file_by_file ON public.mailbox_file USING btree (company_id, file_id) WHERE (file_id IS NOT NULL);
alter table mailbox_file enable row level security;
alter table mailbox_file force row level security;
create policy tenant on mailbox_file as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on mailbox_file to visto_bueno_app;

create table mailbox_lane (
  company uuid not null,
  next_visit_at timestamp with time zone not null,
  holder uuid,
  held_until timestamp with time zone,
  failures integer not null default 0,
  constraint mailbox_lane_pkey PRIMARY KEY (company)
);
CREATE INDEX mailbox_lane_due ON public.mailbox_lane USING btree (next_visit_at);
grant delete, insert, select, update on mailbox_lane to visto_bueno_app;

create table mailbox_message (
  company_id uuid not null,
  id uuid not null,
  digest text not null,
  state text not null,
  fault text,
  from_address text collate "C" not null,
  from_name text not null,
  subject text not null,
  sent_at timestamp with time zone,
  authentication text,
  provider_id text collate "C",
  settled_by uuid,
  settled_at timestamp with time zone,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  constraint mailbox_message_pkey PRIMARY KEY (company_id, id),
  constraint mailbox_message_company_id_digest_key UNIQUE (company_id, digest),
  constraint mailbox_message_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint mailbox_message_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint mailbox_message_company_id_settled_by_fkey FOREIGN KEY (company_id, settled_by) REFERENCES member(company_id, user_id),
  constraint mailbox_message_check CHECK (((state = 'set_aside'::text) <= (fault IS NOT NULL))),
  constraint mailbox_message_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
  constraint mailbox_message_state_check CHECK ((state = ANY (ARRAY['taken'::text, 'quarantined'::text, 'discarded'::text, 'set_aside'::text, 'ignored'::text])))
);
CREATE INDEX mailbox_message_waiting ON public.mailbox_message USING btree (company_id, id) WHERE (state = ANY (ARRAY['quarantined'::text, 'set_aside'::text]));
alter table mailbox_message enable row level security;
alter table mailbox_message force row level security;
create policy tenant on mailbox_message as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on mailbox_message to visto_bueno_app;

create table mailbox_sender (
  company_id uuid not null,
  address text collate "C" not null,
  provider_id text collate "C" not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint mailbox_sender_pkey PRIMARY KEY (company_id, address),
  constraint mailbox_sender_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES member(company_id, user_id),
  constraint mailbox_sender_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint mailbox_sender_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint mailbox_sender_address_check CHECK ((address = lower(address)))
);
alter table mailbox_sender enable row level security;
alter table mailbox_sender force row level security;
create policy tenant on mailbox_sender as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on mailbox_sender to visto_bueno_app;

create table member (
  company_id uuid not null,
  user_id uuid not null,
  client_id uuid,
  provider_id text collate "C",
  active boolean not null default true,
  created_at timestamp with time zone not null,
  muted_topics text[] not null default '{}'::text[],
  muted_mails text[] not null default '{}'::text[],
  constraint member_pkey PRIMARY KEY (company_id, user_id),
  constraint member_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint member_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint member_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint member_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id)
);
CREATE INDEX member_by_client ON public.member USING btree (company_id, client_id) WHERE (client_id IS NOT NULL);
alter table member enable row level security;
alter table member force row level security;
create policy own_membership on member as permissive for select to public
  using ((user_id = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid));
create policy platform on member as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on member as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on member to visto_bueno_app;
grant select (company_id, user_id, client_id, provider_id, active, created_at) on member to visto_bueno_platform;

create table member_permission (
  company_id uuid not null,
  user_id uuid not null,
  permission text not null,
  constraint member_permission_pkey PRIMARY KEY (company_id, user_id, permission),
  constraint member_permission_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint member_permission_permission_check CHECK ((permission = ANY (ARRAY['view'::text, 'edit'::text, 'approve'::text, 'execute'::text, 'admin'::text, 'all'::text])))
);
alter table member_permission enable row level security;
alter table member_permission force row level security;
create policy tenant on member_permission as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on member_permission to visto_bueno_app;

create table netted_credit_note (
  company_id uuid not null,
  batch_id text collate "C" not null,
  document_id text collate "C" not null,
  credit_note_id text collate "C" not null,
  amount_minor bigint not null,
  released_at timestamp with time zone,
  constraint netted_credit_note_pkey PRIMARY KEY (company_id, batch_id, credit_note_id),
  constraint netted_credit_note_company_id_batch_id_document_id_fkey FOREIGN KEY (company_id, batch_id, document_id) REFERENCES payment_batch_order(company_id, batch_id, document_id),
  constraint netted_credit_note_company_id_credit_note_id_fkey FOREIGN KEY (company_id, credit_note_id) REFERENCES document(company_id, id),
  constraint netted_credit_note_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint netted_credit_note_amount_minor_check CHECK ((amount_minor > 0)),
  constraint netted_credit_note_check CHECK ((credit_note_id <> document_id))
);
CREATE INDEX netted_credit_note_by_payment ON public.netted_credit_note USING btree (company_id, document_id);
CREATE UNIQUE INDEX netted_credit_note_live ON public.netted_credit_note USING btree (company_id, credit_note_id) WHERE (released_at IS NULL);
alter table netted_credit_note enable row level security;
alter table netted_credit_note force row level security;
create policy tenant on netted_credit_note as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on netted_credit_note to visto_bueno_app;
grant update (released_at) on netted_credit_note to visto_bueno_app;

create table notice (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  topic text not null,
  document_id text collate "C",
  facts jsonb not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  provider_id text collate "C",
  delegation_id uuid,
  project_id text collate "C",
  batch_id text collate "C",
  constraint notice_pkey PRIMARY KEY (company_id, id),
  constraint notice_batch FOREIGN KEY (company_id, batch_id) REFERENCES payment_batch(company_id, id),
  constraint notice_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint notice_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint notice_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint notice_delegation FOREIGN KEY (company_id, delegation_id) REFERENCES delegation(company_id, id),
  constraint notice_project FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint notice_subject CHECK ((num_nonnulls(document_id, provider_id, delegation_id, project_id, batch_id) =
CASE
    WHEN (topic ~~ 'company.%'::text) THEN 0
    ELSE 1
END))
) partition by RANGE (id);
CREATE INDEX notice_of_person ON public.notice USING btree (company_id, user_id, id);
CREATE INDEX notice_unread ON public.notice USING btree (company_id, user_id, id) WHERE (read_at IS NULL);
alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on notice to visto_bueno_app;

create table one_time_token (
  digest bytea not null,
  user_id uuid not null,
  purpose text not null,
  code_challenge text,
  email text collate "C",
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  company uuid,
  invitation uuid,
  constraint one_time_token_pkey PRIMARY KEY (digest),
  constraint one_time_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint one_time_token_purpose_check CHECK ((purpose = ANY (ARRAY['recovery'::text, 'signup'::text, 'invite'::text, 'invitation'::text, 'email_change'::text, 'email_undo'::text, 'auth_code'::text, 'address'::text, 'address_refusal'::text])))
);
CREATE INDEX one_time_token_by_end ON public.one_time_token USING btree (expires_at);
CREATE INDEX one_time_token_by_user ON public.one_time_token USING btree (user_id, purpose);
CREATE INDEX one_time_token_of_invitation ON public.one_time_token USING btree (invitation) WHERE (invitation IS NOT NULL);
grant delete, insert, select, update on one_time_token to visto_bueno_app;

create table order_comment (
  company_id uuid not null,
  id uuid not null,
  document_id text collate "C" not null,
  author_id uuid not null,
  text text not null,
  asked_id uuid,
  answers uuid,
  mentioned uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null,
  constraint order_comment_pkey PRIMARY KEY (company_id, id),
  constraint order_comment_company_id_answers_fkey FOREIGN KEY (company_id, answers) REFERENCES order_comment(company_id, id),
  constraint order_comment_company_id_asked_id_fkey FOREIGN KEY (company_id, asked_id) REFERENCES member(company_id, user_id),
  constraint order_comment_company_id_author_id_fkey FOREIGN KEY (company_id, author_id) REFERENCES member(company_id, user_id),
  constraint order_comment_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint order_comment_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint order_comment_check CHECK (((asked_id IS NULL) OR ((answers IS NULL) AND (asked_id <> author_id)))),
  constraint order_comment_mentioned_check CHECK ((cardinality(mentioned) <= 10)),
  constraint order_comment_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))
);
CREATE INDEX order_comment_answers ON public.order_comment USING btree (company_id, answers) WHERE (answers IS NOT NULL);
CREATE INDEX order_comment_of_order ON public.order_comment USING btree (company_id, document_id, id);
alter table order_comment enable row level security;
alter table order_comment force row level security;
create policy tenant on order_comment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on order_comment to visto_bueno_app;

create table outbox (
  id uuid not null,
  company uuid,
  topic text not null,
  payload jsonb not null,
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  attempts integer not null default 0,
  last_error text,
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_due ON public.outbox USING btree (next_try_at);
grant delete, insert, select, update on outbox to visto_bueno_app;

create table outbox_message (
  subscriber text not null,
  company uuid not null,
  id uuid not null,
  kind text not null,
  object_type text not null,
  object_id text collate "C" not null,
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  attempts integer not null default 0,
  last_error text,
  constraint outbox_message_pkey PRIMARY KEY (subscriber, company, id)
);
CREATE INDEX outbox_message_due ON public.outbox_message USING btree (subscriber, next_try_at);
grant delete, insert, select, update on outbox_message to visto_bueno_app;

create table passkey (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_user_id_name_key UNIQUE (user_id, name),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint passkey_counter_check CHECK ((counter >= 0)),
  constraint passkey_credential_id_check CHECK (((credential_id ~ '^[A-Za-z0-9_-]+$'::text) AND (char_length(credential_id) <= 1364))),
  constraint passkey_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 60)))
);
grant delete, insert, select, update on passkey to visto_bueno_app;

create table passkey_challenge (
  id uuid not null,
  purpose text not null,
  challenge text collate "C" not null,
  session_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (id),
  constraint passkey_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['registration'::text, 'second_step'::text, 'sign_in'::text]))),
  constraint passkey_challenge_session CHECK (((purpose = 'sign_in'::text) = (session_id IS NULL)))
);
CREATE INDEX passkey_challenge_by_end ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_by_session ON public.passkey_challenge USING btree (session_id) WHERE (session_id IS NOT NULL);
grant delete, insert, select on passkey_challenge to visto_bueno_app;

create table payee_check (
  company_id uuid not null,
  provider_id text collate "C" not null,
  id uuid not null,
  iban text not null,
  outcome text not null,
  holder text,
  asked_by uuid not null,
  asked_at timestamp with time zone not null,
  constraint payee_check_pkey PRIMARY KEY (company_id, provider_id, id),
  constraint payee_check_company_id_asked_by_fkey FOREIGN KEY (company_id, asked_by) REFERENCES member(company_id, user_id),
  constraint payee_check_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint payee_check_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint payee_check_holder_check CHECK (((length(holder) >= 1) AND (length(holder) <= 140))),
  constraint payee_check_outcome_check CHECK ((outcome = ANY (ARRAY['match'::text, 'close'::text, 'no_match'::text, 'unavailable'::text])))
);
alter table payee_check enable row level security;
alter table payee_check force row level security;
create policy tenant on payee_check as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on payee_check to visto_bueno_app;

create table payment (
  company_id uuid not null,
  document_id text collate "C" not null,
  number integer not null,
  due_on date not null,
  amount_minor bigint not null,
  charge_minor bigint not null,
  billed_minor bigint not null,
  is_paid boolean not null default false,
  constraint payment_pkey PRIMARY KEY (company_id, document_id, number),
  constraint payment_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint payment_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_billed_minor_check CHECK ((billed_minor >= 0)),
  constraint payment_charge_minor_check CHECK ((charge_minor >= 0)),
  constraint payment_number_check CHECK (((number >= 1) AND (number <= 24)))
);
CREATE INDEX payment_due ON public.payment USING btree (company_id, due_on, document_id) WHERE (NOT is_paid);
alter table payment enable row level security;
alter table payment force row level security;
create policy tenant on payment as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select on payment to visto_bueno_app;
grant update (is_paid) on payment to visto_bueno_app;

create table payment_batch (
  company_id uuid not null,
  id text collate "C" not null,
  number integer not null,
  format text not null,
  message_id text not null,
  pay_on date not null,
  debtor_name text not null,
  debtor_iban text not null,
  debtor_bic text,
  orders integer not null,
  amount_minor bigint not null,
  content text not null,
  sha256 text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  downloaded_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  needs_release boolean not null default false,
  released_at timestamp with time zone,
  released_by uuid,
  release_review jsonb,
  made_for uuid,
  released_for uuid,
  constraint payment_batch_pkey PRIMARY KEY (company_id, id),
  constraint payment_batch_company_id_message_id_key UNIQUE (company_id, message_id),
  constraint payment_batch_company_id_number_key UNIQUE (company_id, number),
  constraint payment_batch_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint payment_batch_company_id_made_by_fkey FOREIGN KEY (company_id, made_by) REFERENCES member(company_id, user_id),
  constraint payment_batch_company_id_made_for_fkey FOREIGN KEY (company_id, made_for) REFERENCES member(company_id, user_id),
  constraint payment_batch_company_id_released_by_fkey FOREIGN KEY (company_id, released_by) REFERENCES member(company_id, user_id),
  constraint payment_batch_company_id_released_for_fkey FOREIGN KEY (company_id, released_for) REFERENCES member(company_id, user_id),
  constraint payment_batch_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_batch_downloaded CHECK (((downloaded_at IS NULL) OR (NOT needs_release) OR (released_at IS NOT NULL))),
  constraint payment_batch_format_check CHECK ((format = ANY (ARRAY['pain.001.001.09'::text, 'pain.001.001.03'::text]))),
  constraint payment_batch_hands CHECK (((released_by <> made_for) AND (released_for <> made_by) AND (released_for <> made_for))),
  constraint payment_batch_orders_check CHECK (((orders >= 1) AND (orders <= 500))),
  constraint payment_batch_released CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) = (release_review IS NULL)) AND ((released_at IS NULL) OR (needs_release AND (released_by <> made_by) AND ((cancelled_at IS NULL) OR (cancelled_at >= released_at)))))),
  constraint payment_batch_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX payment_batch_waiting ON public.payment_batch USING btree (company_id, number) WHERE (needs_release AND (released_at IS NULL) AND (cancelled_at IS NULL));
alter table payment_batch enable row level security;
alter table payment_batch force row level security;
create policy tenant on payment_batch as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on payment_batch to visto_bueno_app;
grant update (downloaded_at, cancelled_at, released_at, released_by, release_review, released_for) on payment_batch to visto_bueno_app;

create table payment_batch_order (
  company_id uuid not null,
  batch_id text collate "C" not null,
  document_id text collate "C" not null,
  "position" integer not null,
  amount_minor bigint not null,
  creditor_name text not null,
  creditor_iban text not null,
  creditor_bic text,
  end_to_end_id text not null,
  released_at timestamp with time zone,
  payment integer not null default 1,
  netted_minor bigint,
  netted_released_at timestamp with time zone,
  constraint payment_batch_order_pkey PRIMARY KEY (company_id, batch_id, document_id),
  constraint payment_batch_order_company_id_batch_id_position_key UNIQUE (company_id, batch_id, "position"),
  constraint payment_batch_order_company_id_batch_id_fkey FOREIGN KEY (company_id, batch_id) REFERENCES payment_batch(company_id, id),
  constraint payment_batch_order_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint payment_batch_order_amount_minor_check CHECK ((amount_minor > 0)),
  constraint payment_batch_order_end_to_end_id_check CHECK ((length(end_to_end_id) <= 35)),
  constraint payment_batch_order_netted CHECK (
CASE
    WHEN (netted_minor IS NULL) THEN (netted_released_at IS NULL)
    ELSE ((netted_minor > 0) AND (NOT (netted_released_at IS DISTINCT FROM released_at)))
END),
  constraint payment_batch_order_payment_check CHECK (((payment >= 1) AND (payment <= 24))),
  constraint payment_batch_order_position_check CHECK (("position" > 0))
);
CREATE UNIQUE INDEX payment_batch_order_live ON public.payment_batch_order USING btree (company_id, document_id, payment) WHERE (released_at IS NULL);
alter table payment_batch_order enable row level security;
alter table payment_batch_order force row level security;
create policy tenant on payment_batch_order as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on payment_batch_order to visto_bueno_app;
grant update (released_at, netted_released_at) on payment_batch_order to visto_bueno_app;

create table project (
  company_id uuid not null,
  id text collate "C" not null,
  client_id uuid not null,
  name text not null,
  description text,
  status text not null,
  currency text not null,
  total_minor bigint not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((id || ' '::text) || name))),
  name_key text collate "C" not null generated always as (fold(name)),
  constraint project_pkey PRIMARY KEY (company_id, id),
  constraint project_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint project_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint project_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id),
  constraint project_name_check CHECK ((name <> ''::text)),
  constraint project_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint project_total_minor_check CHECK ((total_minor > 0))
);
CREATE INDEX project_by_amount ON public.project USING btree (company_id, total_minor, id);
CREATE INDEX project_by_client ON public.project USING btree (company_id, client_id);
CREATE INDEX project_by_name ON public.project USING btree (company_id, name_key, id);
CREATE INDEX project_by_time ON public.project USING btree (company_id, created_at, id);
alter table project enable row level security;
alter table project force row level security;
create policy platform on project as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on project as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on project to visto_bueno_app;
grant select (company_id, id, name, status) on project to visto_bueno_platform;

create table project_approver (
  company_id uuid not null,
  project_id text collate "C" not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint project_approver_pkey PRIMARY KEY (company_id, project_id, user_id),
  constraint project_approver_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint project_approver_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id)
);
CREATE INDEX project_approver_by_user ON public.project_approver USING btree (company_id, user_id);
alter table project_approver enable row level security;
alter table project_approver force row level security;
create policy tenant on project_approver as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on project_approver to visto_bueno_app;

create table project_contract (
  company_id uuid not null,
  project_id text collate "C" not null,
  contract_id text collate "C" not null,
  main boolean not null,
  constraint project_contract_pkey PRIMARY KEY (company_id, project_id, contract_id),
  constraint project_contract_company_id_contract_id_fkey FOREIGN KEY (company_id, contract_id) REFERENCES contract(company_id, id),
  constraint project_contract_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id)
);
CREATE INDEX project_contract_by_contract ON public.project_contract USING btree (company_id, contract_id);
CREATE UNIQUE INDEX project_main_contract ON public.project_contract USING btree (company_id, project_id) WHERE main;
alter table project_contract enable row level security;
alter table project_contract force row level security;
create policy tenant on project_contract as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on project_contract to visto_bueno_app;

create table project_permission (
  company_id uuid not null,
  project_id text collate "C" not null,
  user_id uuid not null,
  permission text not null,
  constraint project_permission_pkey PRIMARY KEY (company_id, project_id, user_id, permission),
  constraint project_permission_company_id_project_id_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id),
  constraint project_permission_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint project_permission_permission_check CHECK ((permission = ANY (ARRAY['view'::text, 'edit'::text, 'approve'::text, 'execute'::text, 'admin'::text])))
);
CREATE INDEX project_permission_by_user ON public.project_permission USING btree (company_id, user_id);
alter table project_permission enable row level security;
alter table project_permission force row level security;
create policy tenant on project_permission as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on project_permission to visto_bueno_app;

create table provider (
  company_id uuid not null,
  id text collate "C" not null,
  name text not null,
  tax_id text,
  email text,
  phone text,
  iban text,
  bic text,
  status text not null,
  created_at timestamp with time zone not null,
  search text collate "C" not null generated always as (fold(((((name || ' '::text) || id) || ' '::text) || COALESCE(tax_id, ''::text)))),
  bank_changed_at timestamp with time zone,
  name_key text collate "C" not null generated always as (fold(name)),
  tax_key text collate "C" generated always as (NULLIF(regexp_replace(upper(regexp_replace(tax_id, '[^A-Za-z0-9]'::text, ''::text, 'g'::text)), '^ES(?=.{9}$)'::text, ''::text), ''::text)),
  payment_terms jsonb,
  merged_into text collate "C",
  constraint provider_pkey PRIMARY KEY (company_id, id),
  constraint provider_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint provider_merged_into_fkey FOREIGN KEY (company_id, merged_into) REFERENCES provider(company_id, id),
  constraint provider_merged CHECK (((merged_into IS NULL) OR ((merged_into <> id) AND (status = 'inactive'::text)))),
  constraint provider_name_check CHECK ((name <> ''::text)),
  constraint provider_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
CREATE INDEX provider_by_iban ON public.provider USING btree (company_id, iban) WHERE (iban IS NOT NULL);
CREATE INDEX provider_by_merger ON public.provider USING btree (company_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX provider_by_name ON public.provider USING btree (company_id, name_key, id);
CREATE INDEX provider_by_search ON public.provider USING btree (company_id, search);
CREATE INDEX provider_by_tax_key ON public.provider USING btree (company_id, tax_key) WHERE (tax_key IS NOT NULL);
CREATE INDEX provider_by_time ON public.provider USING btree (company_id, created_at, id);
alter table provider enable row level security;
alter table provider force row level security;
create policy platform on provider as permissive for select to visto_bueno_platform
  using (true);
create policy tenant on provider as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on provider to visto_bueno_app;
grant select (company_id, id, name, status) on provider to visto_bueno_platform;

create table provider_ledger_account (
  company_id uuid not null,
  provider_id text collate "C" not null,
  place text not null,
  code text not null,
  constraint provider_ledger_account_pkey PRIMARY KEY (company_id, provider_id, place),
  constraint provider_ledger_account_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint provider_ledger_account_code_check CHECK ((code ~ '^[0-9][0-9.]{2,11}$'::text)),
  constraint provider_ledger_account_place_check CHECK ((place = ANY (ARRAY['supplier'::text, 'expense'::text])))
);
alter table provider_ledger_account enable row level security;
alter table provider_ledger_account force row level security;
create policy tenant on provider_ledger_account as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on provider_ledger_account to visto_bueno_app;

create table push_device (
  id uuid not null,
  user_id uuid not null,
  session_id uuid,
  bound_to uuid,
  name text not null,
  digest text collate "C" not null,
  sealed text not null,
  host text collate "C" not null,
  server_key text collate "C" not null,
  shows_details boolean not null,
  created_at timestamp with time zone not null,
  told_at timestamp with time zone,
  failing_since timestamp with time zone,
  detached_at timestamp with time zone,
  constraint push_device_pkey PRIMARY KEY (id),
  constraint push_device_digest_key UNIQUE (digest),
  constraint push_device_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint push_device_detached CHECK (((session_id IS NULL) = (detached_at IS NOT NULL))),
  constraint push_device_digest_check CHECK ((digest ~ '^[0-9A-Za-z_-]{43}$'::text)),
  constraint push_device_name_check CHECK (((name <> ''::text) AND (char_length(name) <= 60)))
);
CREATE INDEX push_device_by_person ON public.push_device USING btree (user_id);
CREATE INDEX push_device_by_session ON public.push_device USING btree (session_id) WHERE (session_id IS NOT NULL);
grant delete, insert, select, update on push_device to visto_bueno_app;

create table push_message (
  id uuid not null,
  device_id uuid not null,
  company uuid not null,
  notice_id uuid not null,
  attempts integer not null,
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone not null,
  constraint push_message_pkey PRIMARY KEY (id),
  constraint push_message_device_id_notice_id_key UNIQUE (device_id, notice_id),
  constraint push_message_device_id_fkey FOREIGN KEY (device_id) REFERENCES push_device(id) ON DELETE CASCADE,
  constraint push_message_attempts_check CHECK ((attempts >= 0))
);
CREATE INDEX push_message_due ON public.push_message USING btree (next_try_at, id);
grant delete, insert, select, update on push_message to visto_bueno_app;

create table receipt (
  company_id uuid not null,
  document_id text collate "C" not null,
  number integer not null,
  answer text not null,
  cause text,
  comment text,
  given_by uuid not null,
  given_at timestamp with time zone not null,
  constraint receipt_pkey PRIMARY KEY (company_id, document_id, number),
  constraint receipt_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint receipt_company_id_given_by_fkey FOREIGN KEY (company_id, given_by) REFERENCES member(company_id, user_id),
  constraint receipt_answer_check CHECK ((answer = ANY (ARRAY['received'::text, 'disputed'::text, 'resolved'::text]))),
  constraint receipt_cause_check CHECK ((cause = ANY (ARRAY['not_received'::text, 'not_correct'::text]))),
  constraint receipt_check CHECK (((cause IS NOT NULL) = (answer = 'disputed'::text))),
  constraint receipt_check1 CHECK (((answer = 'received'::text) OR (comment IS NOT NULL))),
  constraint receipt_comment_check CHECK ((length(comment) <= 2000)),
  constraint receipt_number_check CHECK ((number > 0))
);
alter table receipt enable row level security;
alter table receipt force row level security;
create policy tenant on receipt as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on receipt to visto_bueno_app;

create table received_invoice (
  company_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  sha256 text not null,
  client_id uuid,
  sender_provider_id text collate "C",
  sent_by uuid,
  created_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  read_after timestamp with time zone not null,
  tries integer not null default 0,
  source text,
  issuer_name text,
  issuer_key text collate "C",
  number text,
  invoice_key text collate "C",
  issued_on date,
  total_minor bigint,
  currency text,
  is_credit_note boolean,
  provider_id text collate "C",
  unreadable jsonb,
  document_id text collate "C",
  reason text,
  settled_by uuid,
  settled_at timestamp with time zone,
  revision integer not null default 1,
  mailed_from text collate "C",
  constraint received_invoice_pkey PRIMARY KEY (company_id, id),
  constraint received_invoice_company_id_client_id_fkey FOREIGN KEY (company_id, client_id) REFERENCES client(company_id, id),
  constraint received_invoice_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint received_invoice_company_id_file_id_fkey FOREIGN KEY (company_id, file_id) REFERENCES file(company_id, id),
  constraint received_invoice_company_id_provider_id_fkey FOREIGN KEY (company_id, provider_id) REFERENCES provider(company_id, id),
  constraint received_invoice_company_id_sender_provider_id_fkey FOREIGN KEY (company_id, sender_provider_id) REFERENCES provider(company_id, id),
  constraint received_invoice_company_id_sent_by_fkey FOREIGN KEY (company_id, sent_by) REFERENCES member(company_id, user_id),
  constraint received_invoice_company_id_settled_by_fkey FOREIGN KEY (company_id, settled_by) REFERENCES member(company_id, user_id),
  constraint received_invoice_check CHECK (((state = 'ordered'::text) = (document_id IS NOT NULL))),
  constraint received_invoice_check1 CHECK (((state = 'unreadable'::text) <= (unreadable IS NOT NULL))),
  constraint received_invoice_check2 CHECK (((state = ANY (ARRAY['ordered'::text, 'refused'::text])) = ((settled_by IS NOT NULL) AND (settled_at IS NOT NULL)))),
  constraint received_invoice_reason_check CHECK ((length(reason) <= 500)),
  constraint received_invoice_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'read'::text, 'unreadable'::text, 'ordered'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX received_invoice_by_file ON public.received_invoice USING btree (company_id, file_id);
CREATE INDEX received_invoice_by_number ON public.received_invoice USING btree (company_id, issuer_key, invoice_key) WHERE (state <> 'refused'::text);
CREATE INDEX received_invoice_of_client ON public.received_invoice USING btree (company_id, client_id, id);
CREATE INDEX received_invoice_of_sender ON public.received_invoice USING btree (company_id, sender_provider_id, id);
CREATE UNIQUE INDEX received_invoice_once ON public.received_invoice USING btree (company_id, sha256) WHERE (state <> 'refused'::text);
CREATE INDEX received_invoice_open ON public.received_invoice USING btree (company_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'read'::text, 'unreadable'::text]));
CREATE INDEX received_invoice_refused ON public.received_invoice USING btree (company_id, id) WHERE (state = 'refused'::text);
CREATE INDEX received_invoice_waiting ON public.received_invoice USING btree (company_id, read_after) WHERE (state = 'waiting'::text);
alter table received_invoice enable row level security;
alter table received_invoice force row level security;
create policy tenant on received_invoice as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on received_invoice to visto_bueno_app;

create table recovery_code (
  user_id uuid not null,
  hint text collate "C" not null,
  hash text not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, hint),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id)
);
grant delete, insert, select, update on recovery_code to visto_bueno_app;

create table recurrence (
  company_id uuid not null,
  id uuid not null,
  document_id text collate "C" not null,
  owner_id uuid not null,
  name text not null,
  amount_minor bigint not null,
  description text,
  first_on date not null,
  every_months integer not null,
  ends_on date,
  due_count integer not null default 0,
  next_on date,
  state text not null,
  refusal jsonb,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint recurrence_pkey PRIMARY KEY (company_id, id),
  constraint recurrence_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint recurrence_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES member(company_id, user_id),
  constraint recurrence_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id),
  constraint recurrence_amount_minor_check CHECK ((amount_minor > 0)),
  constraint recurrence_due_count_check CHECK ((due_count >= 0)),
  constraint recurrence_ends CHECK ((ends_on >= first_on)),
  constraint recurrence_every_months_check CHECK ((every_months = ANY (ARRAY[1, 2, 3, 6, 12]))),
  constraint recurrence_next CHECK (((next_on IS NULL) = (state = 'ended'::text))),
  constraint recurrence_refusal CHECK (((refusal IS NOT NULL) = (state = 'stopped'::text))),
  constraint recurrence_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'stopped'::text, 'ended'::text])))
);
CREATE INDEX recurrence_by_owner ON public.recurrence USING btree (company_id, owner_id);
CREATE INDEX recurrence_due ON public.recurrence USING btree (company_id, next_on) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX recurrence_open ON public.recurrence USING btree (company_id, document_id) WHERE (state <> 'ended'::text);
alter table recurrence enable row level security;
alter table recurrence force row level security;
create policy tenant on recurrence as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on recurrence to visto_bueno_app;

create table recurrence_order (
  company_id uuid not null,
  recurrence_id uuid not null,
  due_on date not null,
  document_id text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint recurrence_order_pkey PRIMARY KEY (company_id, recurrence_id, due_on),
  constraint recurrence_order_company_id_document_id_key UNIQUE (company_id, document_id),
  constraint recurrence_order_company_id_document_id_fkey FOREIGN KEY (company_id, document_id) REFERENCES document(company_id, id),
  constraint recurrence_order_company_id_recurrence_id_fkey FOREIGN KEY (company_id, recurrence_id) REFERENCES recurrence(company_id, id)
);
alter table recurrence_order enable row level security;
alter table recurrence_order force row level security;
create policy tenant on recurrence_order as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on recurrence_order to visto_bueno_app;

create table saved_view (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  name_key text collate "C" not null,
  search jsonb not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint saved_view_pkey PRIMARY KEY (company_id, id),
  constraint saved_view_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint saved_view_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES member(company_id, user_id),
  constraint saved_view_name_check CHECK (((name <> ''::text) AND (name = btrim(name)) AND (char_length(name) <= 60))),
  constraint saved_view_search_check CHECK (((jsonb_typeof(search) = 'object'::text) AND (search <> '{}'::jsonb)))
);
CREATE UNIQUE INDEX saved_view_name ON public.saved_view USING btree (company_id, user_id, list, name_key);
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on saved_view to visto_bueno_app;

create table schema_migration (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  works_from integer,
  constraint schema_migration_pkey PRIMARY KEY (version)
);
grant select on schema_migration to visto_bueno_app;

create table seat_tally (
  company_id uuid not null,
  approver_id uuid not null,
  project_id text collate "C" not null,
  type text not null,
  state text not null,
  count integer not null,
  amount_minor bigint not null,
  constraint seat_tally_pkey PRIMARY KEY (company_id, approver_id, project_id, type, state),
  constraint seat_tally_approver_fkey FOREIGN KEY (company_id, approver_id) REFERENCES member(company_id, user_id),
  constraint seat_tally_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES project(company_id, id)
);
alter table seat_tally enable row level security;
alter table seat_tally force row level security;
create policy tenant on seat_tally as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select, update on seat_tally to visto_bueno_app;

create table session (
  id uuid not null,
  user_id uuid not null,
  company_id uuid,
  hmac_key bytea not null,
  counter integer not null default 0,
  min_counter integer not null default 0,
  seen_counter integer not null default 0,
  rotated_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  not_after timestamp with time zone not null,
  idle_after timestamp with time zone not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null,
  ip text,
  user_agent text,
  parent_id uuid,
  acting_user_id uuid,
  bound_to uuid,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_acting_user_id_fkey FOREIGN KEY (acting_user_id) REFERENCES account(id),
  constraint session_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES account(id),
  constraint session_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint session_check CHECK (((parent_id IS NULL) = (acting_user_id IS NULL)))
);
CREATE INDEX session_by_parent ON public.session USING btree (parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX session_by_user ON public.session USING btree (user_id);
CREATE TRIGGER viewing_ended AFTER DELETE ON public.session FOR EACH ROW WHEN (((old.parent_id IS NOT NULL) AND (old.company_id IS NOT NULL))) EXECUTE FUNCTION tell_viewing_ended();
grant delete, insert, select, update on session to visto_bueno_app;

create table sign_in_attempt (
  state bytea not null,
  browser bytea not null,
  company uuid not null,
  issuer text not null,
  client_id text not null,
  tested_by uuid,
  expires_at timestamp with time zone not null,
  constraint sign_in_attempt_pkey PRIMARY KEY (state)
);
CREATE INDEX sign_in_attempt_by_end ON public.sign_in_attempt USING btree (expires_at);
grant delete, insert, select, update on sign_in_attempt to visto_bueno_app;

create table sign_in_domain (
  company uuid not null,
  domain text collate "C" not null,
  token text not null,
  verified_at timestamp with time zone,
  verified_by text,
  created_at timestamp with time zone not null,
  constraint sign_in_domain_pkey PRIMARY KEY (company, domain),
  constraint sign_in_domain_check CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
  constraint sign_in_domain_domain_check CHECK (((domain = lower(domain)) AND ((char_length(domain) >= 3) AND (char_length(domain) <= 253)))),
  constraint sign_in_domain_verified_by_check CHECK ((verified_by = ANY (ARRAY['dns'::text, 'platform'::text])))
);
CREATE UNIQUE INDEX sign_in_domain_verified ON public.sign_in_domain USING btree (domain) WHERE (verified_at IS NOT NULL);
grant delete, insert, select, update on sign_in_domain to visto_bueno_app;

create table signing_key (
  kid text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (kid)
);
grant insert, select, update on signing_key to visto_bueno_app;

create table viewed_request (
  company_id uuid not null,
  id uuid not null,
  at timestamp with time zone not null,
  session_id uuid not null,
  acting_user_id uuid not null,
  user_id uuid not null,
  method text not null,
  path text not null,
  request_id text,
  constraint viewed_request_pkey PRIMARY KEY (company_id, id),
  constraint viewed_request_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id)
) partition by RANGE (id);
alter table viewed_request enable row level security;
alter table viewed_request force row level security;
create policy tenant on viewed_request as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant insert, select on viewed_request to visto_bueno_app;

create table webhook_delivery (
  company_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  is_test boolean not null default false,
  body text not null,
  state text not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  first_tried_at timestamp with time zone,
  next_try_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  status integer,
  answer text,
  fault text,
  duration_ms integer,
  constraint webhook_delivery_pkey PRIMARY KEY (company_id, id),
  constraint webhook_delivery_company_id_endpoint_id_event_id_key UNIQUE (company_id, endpoint_id, event_id),
  constraint webhook_delivery_company_id_endpoint_id_fkey FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint(company_id, id) ON DELETE CASCADE,
  constraint webhook_delivery_answer_check CHECK ((char_length(answer) <= 2000)),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'failed'::text])))
);
CREATE INDEX webhook_delivery_by_age ON public.webhook_delivery USING btree (company_id, created_at);
CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (company_id, endpoint_id, next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (company_id, endpoint_id, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (company_id, endpoint_id, id);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy tenant on webhook_delivery as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on webhook_delivery to visto_bueno_app;

create table webhook_endpoint (
  company_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  state text not null,
  switched_off_for text,
  failing_since timestamp with time zone,
  last_accepted_at timestamp with time zone,
  last_failed_at timestamp with time zone,
  revision integer not null default 1,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhook_endpoint_pkey PRIMARY KEY (company_id, id),
  constraint webhook_endpoint_company_id_created_by_fkey FOREIGN KEY (company_id, created_by) REFERENCES member(company_id, user_id),
  constraint webhook_endpoint_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(company_id),
  constraint webhook_endpoint_check CHECK (((state = 'switched_off'::text) = (switched_off_for IS NOT NULL))),
  constraint webhook_endpoint_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 120))),
  constraint webhook_endpoint_events_check CHECK (((cardinality(events) >= 1) AND (cardinality(events) <= 100))),
  constraint webhook_endpoint_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'switched_off'::text]))),
  constraint webhook_endpoint_switched_off_for_check CHECK ((switched_off_for = ANY (ARRAY['failures'::text, 'gone'::text]))),
  constraint webhook_endpoint_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 500)))
);
alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy tenant on webhook_endpoint as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on webhook_endpoint to visto_bueno_app;

create table webhook_lane (
  company uuid not null,
  endpoint uuid not null,
  next_try_at timestamp with time zone not null,
  holder uuid,
  held_until timestamp with time zone,
  failures integer not null default 0,
  is_slow boolean not null default false,
  waiting integer not null default 0,
  constraint webhook_lane_pkey PRIMARY KEY (company, endpoint)
);
CREATE INDEX webhook_lane_due ON public.webhook_lane USING btree (next_try_at);
grant delete, insert, select, update on webhook_lane to visto_bueno_app;

create table webhook_secret (
  company_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  sealed text not null,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  constraint webhook_secret_pkey PRIMARY KEY (company_id, id),
  constraint webhook_secret_company_id_endpoint_id_fkey FOREIGN KEY (company_id, endpoint_id) REFERENCES webhook_endpoint(company_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_secret_of_endpoint ON public.webhook_secret USING btree (company_id, endpoint_id);
alter table webhook_secret enable row level security;
alter table webhook_secret force row level security;
create policy tenant on webhook_secret as permissive for all to public
  using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid))
  with check ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));
grant delete, insert, select, update on webhook_secret to visto_bueno_app;

CREATE OR REPLACE FUNCTION public.document_approved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state in ('in_approval', 'returned', 'blocked', 'rejected') then
    new.approved_at := null;
  elsif new.approved_at is null then
    new.approved_at := new.updated_at;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.document_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (case old.state
    when 'in_approval' then new.state in ('approved', 'rejected', 'returned', 'blocked')
    when 'returned' then new.state in ('in_approval', 'blocked')
    when 'blocked' then new.state in ('in_approval', 'returned')
    when 'approved' then new.state in ('executed', 'execution_rejected', 'cancelled')
      or new.state = 'in_approval' and old.payment_batch_id is null
    when 'execution_rejected' then new.state in ('approved', 'cancelled')
    when 'executed' then new.state = 'approved' and new.payment_batch_id is null and new.receipt is null
    else false
  end) then
    raise exception 'order % does not move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(NORMALIZE($1, NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.member_decides(of_company uuid, of_user uuid, at_instant timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from project_approver x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from project_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from member_permission x where x.company_id = of_company and x.user_id = of_user
      and x.permission in ('approve', 'execute'))
    or exists (select from budget_owner x where x.company_id = of_company and x.user_id = of_user)
    or exists (select from approval x where x.company_id = of_company and x.approver_id = of_user
      and x.status = 'pending')
    or exists (select from delegation x join company c on c.company_id = x.company_id
      where x.company_id = of_company and x.to_user = of_user and x.ended_at is null
      and (at_instant at time zone c.time_zone)::date between x.starts_on and x.ends_on);
end $function$
;

CREATE OR REPLACE FUNCTION public.person_name(of_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select trim(name || ' ' || last_name) from account where id = of_user);
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_viewing_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outbox_message (subscriber, company, id, kind, object_type, object_id, created_at, next_try_at)
  values ('impersonations', old.company_id, old.id, 'impersonation.over', 'person', old.user_id::text,
    least(now(), old.not_after), now());
  return null;
end $function$
;
