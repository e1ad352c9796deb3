-- Counters of orders are added up in fewer rows by housekeeping, which deletes the others.
grant delete on document_tally to visto_bueno_app;
