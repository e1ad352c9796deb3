-- Orders by due day, those without one among them: all of a company, and the open ones by state, which are few however
-- many were paid before. The first also finds what is due between two days.
create index document_in_due_order on document (company_id, due_on, number);
create index document_open_in_due_order on document (company_id, state, due_on, number)
  where state in ('in_approval', 'returned', 'blocked', 'approved', 'execution_rejected');
drop index document_by_due_day;
