-- Orders by the day on which they were made, approved or executed, with what a page needs of them in the index itself.
create index document_by_creation on document (company_id, created_at, number);
drop index document_by_month;
create index document_by_approval_day on document (company_id, approved_at, number) where approved_at is not null;
drop index document_by_approval;
create index execution_by_date on execution (company_id, executed_on, document_id);
drop index execution_by_day;
