-- The platform says of a stage that it was forced, and not by whom.
grant select (forced_at) on approval_stage to visto_bueno_platform;
