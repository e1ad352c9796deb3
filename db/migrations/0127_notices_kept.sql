-- The program deletes notices that were kept long enough.
grant delete on notice to visto_bueno_app;
