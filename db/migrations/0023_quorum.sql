-- A quorum approves although somebody of it said no: what an approved order cannot lack is an approval.
alter table document drop constraint document_check2,
  add constraint document_approved check (state not in ('approved', 'execution_rejected', 'executed')
    or (approvals_approved > 0 and approvals_pending = 0));
