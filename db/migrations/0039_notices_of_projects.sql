-- That somebody has appointed themself approver of a project is told of the project, not of an order.
alter table notice add column project_id text collate "C";
alter table notice add constraint notice_project foreign key (company_id, project_id)
  references project (company_id, id) not valid;
alter table notice validate constraint notice_project;
alter table notice drop constraint notice_subject;
alter table notice add constraint notice_subject
  check (num_nonnulls(document_id, provider_id, delegation_id, project_id) = 1) not valid;
alter table notice validate constraint notice_subject;
