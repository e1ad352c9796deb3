-- Words of the orders' names and invoices, by which a search finds the few orders that have them. The program writes
-- them some minutes after an order is made; until then a search looks at the order itself.
create table document_word (
  company_id uuid not null,
  -- Lower case without accents; a number without its leading zeros.
  word text collate "C" not null,
  number integer not null,
  constraint document_word_pkey primary key (company_id, word, number)
);
-- Number of the last order of a company whose words are written, as are those of all before it.
create table document_worded (
  company_id uuid primary key references company (company_id),
  until integer not null
);
do $$
declare
  name text;
begin
  foreach name in array array['document_word', 'document_worded'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I using (company_id = nullif(current_setting('app.company_id', true), '')::uuid)
      with check (company_id = nullif(current_setting('app.company_id', true), '')::uuid)$policy$, name);
  end loop;
end $$;
grant select, insert on document_word to visto_bueno_app;
grant select, insert, update on document_worded to visto_bueno_app;
