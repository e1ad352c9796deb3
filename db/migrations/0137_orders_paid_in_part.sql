-- no transaction
-- Orders that are paid in part, for what is left to pay of a project: few of its approved orders are.
create index concurrently document_paid_in_part on document (company_id, project_id)
  where payments_made > 0 and payments_made < payments;
