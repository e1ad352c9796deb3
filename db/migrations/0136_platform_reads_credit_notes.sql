-- The platform says of an order that it is a credit note, and which order it reduces, by its id.
set local citus.enable_ddl_propagation = off;
grant select (credited_id) on document to visto_bueno_platform;
