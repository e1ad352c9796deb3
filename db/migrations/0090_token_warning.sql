-- When the owner of a token, or the administrators of a service's, were told that it ends soon.
alter table api_token add column expiry_told_at timestamptz;
grant update (expiry_told_at) on api_token to visto_bueno_app;
