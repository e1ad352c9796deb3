-- works from 0088: programs of the release before know no centre: of an order that has one they would leave its ledger as it is; the constraint refuses what they would do with it
-- The centre that an order is charged to, in the year in which it was submitted. `cost_centre_state`: the order's state,
-- as a program writes it that knows centres.
alter table document
  add column cost_centre_id uuid,
  add column cost_centre_year smallint,
  add column cost_centre_state text,
  add constraint document_cost_centre_fkey foreign key (company_id, cost_centre_id)
    references cost_centre (company_id, id) not valid,
  add constraint document_cost_centre check (case when cost_centre_id is null
    then cost_centre_year is null and cost_centre_state is null
    else cost_centre_year is not null and cost_centre_state is not distinct from state end) not valid;
