-- When each task of housekeeping is next due: of all nodes, the one that comes first then does it. Of no company.
create table housekeeping_turn (
  task text primary key,
  next_at timestamptz not null
);
grant select, insert, update on housekeeping_turn to visto_bueno_app;
