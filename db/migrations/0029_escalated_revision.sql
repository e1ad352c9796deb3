-- That an order waits too long is told once of each of its revisions: sent again, it may again wait too long.
alter table escalation add column revision int;

-- Forced, row level security hides every row also from an owner who is no superuser.
alter table document no force row level security;
alter table escalation no force row level security;
update escalation e set revision = d.revision
from document d where d.company_id = e.company_id and d.id = e.document_id;
alter table document force row level security;
alter table escalation force row level security;

alter table escalation alter column revision set not null,
  drop constraint escalation_pkey,
  drop constraint escalation_company_id_document_id_fkey,
  add primary key (company_id, document_id, revision),
  add foreign key (company_id, document_id, revision)
    references document_revision (company_id, document_id, revision);
