-- What 0123 says of orders, held against those that are there.
alter table document validate constraint document_cost_centre_fkey;
alter table document validate constraint document_cost_centre;
