-- Comments on orders: what people say to one another about an order, besides deciding it. They are added, and never
-- changed.
create table order_comment (
  company_id uuid not null references company (company_id),
  id uuid not null,
  document_id text collate "C" not null,
  author_id uuid not null,
  text text not null check (char_length(text) between 1 and 2000),
  -- Requester, whom a question asks. Null: no question.
  asked_id uuid,
  -- The question that this comment answers.
  answers uuid,
  -- People who are told by name.
  mentioned uuid[] not null default '{}' check (cardinality(mentioned) <= 10),
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, document_id) references document (company_id, id),
  foreign key (company_id, author_id) references member (company_id, user_id),
  foreign key (company_id, asked_id) references member (company_id, user_id),
  foreign key (company_id, answers) references order_comment (company_id, id),
  check (asked_id is null or (answers is null and asked_id <> author_id))
);
create index order_comment_of_order on order_comment (company_id, document_id, id);
create index order_comment_answers on order_comment (company_id, answers) where answers is not null;
alter table order_comment enable row level security;
alter table order_comment force row level security;
create policy tenant on order_comment
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on order_comment to visto_bueno_app;

create table comment_attachment (
  company_id uuid not null,
  comment_id uuid not null,
  position int not null check (position between 1 and 5),
  file_id uuid not null,
  primary key (company_id, comment_id, position),
  foreign key (company_id, comment_id) references order_comment (company_id, id),
  foreign key (company_id, file_id) references file (company_id, id)
);
create index comment_attachment_of_file on comment_attachment (company_id, file_id);
alter table comment_attachment enable row level security;
alter table comment_attachment force row level security;
create policy tenant on comment_attachment
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
  with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
grant select, insert on comment_attachment to visto_bueno_app;
