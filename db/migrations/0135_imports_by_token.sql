-- works from 0088: programs of before write none of these columns, and check and import as the person who brought the file
-- API tokens of imports: in whose name, and with which token (null: in a session), the rows are checked, imported and taken
-- back. A token that has ended does nothing more.
alter table import add column checked_by uuid;
alter table import add column checked_token uuid;
alter table import add column started_token uuid;
alter table import add column undone_token uuid;
alter table import add constraint import_company_id_checked_by_fkey
  foreign key (company_id, checked_by) references member (company_id, user_id);
alter table import add constraint import_company_id_checked_token_fkey
  foreign key (company_id, checked_token) references api_token (company_id, id);
alter table import add constraint import_company_id_started_token_fkey
  foreign key (company_id, started_token) references api_token (company_id, id);
alter table import add constraint import_company_id_undone_token_fkey
  foreign key (company_id, undone_token) references api_token (company_id, id);
