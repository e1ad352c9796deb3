-- What 0104 widened, held against the rows that are there.
alter table import validate constraint import_kind_check;
alter table import_row validate constraint import_row_state_check;
