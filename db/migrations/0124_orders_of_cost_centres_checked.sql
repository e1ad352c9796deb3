-- Constraints of 0123 on orders, held against the orders that are there.
alter table document validate constraint document_cost_centre_fkey;
alter table document validate constraint document_cost_centre;
