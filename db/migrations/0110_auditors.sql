-- works from 0088: nodes of the release before know no auditors: they sign none in, and show the people of a company that has one once they are replaced
alter table account drop constraint account_role_check;
alter table account add constraint account_role_check check (role in (
  'admin_saas', 'admin', 'client', 'client_user', 'provider', 'provider_user', 'approver', 'auditor')) not valid;
alter table invitation drop constraint invitation_role_check;
alter table invitation add constraint invitation_role_check check (role in (
  'admin', 'client', 'provider', 'client_user', 'provider_user', 'approver', 'auditor')) not valid;
