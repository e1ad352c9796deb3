-- no transaction
-- Months of executions of a whole company, of all its projects: its dashboard adds them up from this index alone. Rows are
-- written in the background, some for each project and month.
create index concurrently execution_month_by_month on execution_month (company_id, month)
  include (project_id, type, amount_minor);
