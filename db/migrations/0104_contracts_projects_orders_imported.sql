-- works from 0088: programs before neither bring nor finish imports of the new kinds; their lists of imports fail while there are some, and those are left to newer nodes
alter table import
  drop constraint import_kind_check,
  add constraint import_kind_check
    check (kind in ('providers', 'clients', 'people', 'contracts', 'projects', 'orders')) not valid;
alter table import_row
  -- What the row becomes, in a sentence: whom it names and what follows from it. Null where its cells say all.
  add column note text,
  drop constraint import_row_state_check,
  add constraint import_row_state_check
    check (state in ('unchecked', 'good', 'existing', 'refused', 'waiting', 'made', 'undone', 'kept')) not valid;
