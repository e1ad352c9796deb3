-- What 0110 says of roles, held against those that are there.
alter table account validate constraint account_role_check;
alter table invitation validate constraint invitation_role_check;
