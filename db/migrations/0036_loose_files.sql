-- Before an upload it is asked what the company's people have sent in the last day that hangs from nothing.
create index file_by_time on file (company_id, created_at);
