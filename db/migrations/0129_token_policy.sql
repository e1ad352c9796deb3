-- Policy of API tokens: the longest life of one that is made, in days, and whether people may have some of their own.
alter table company add column token_longest_days integer not null default 365;
alter table company add constraint company_token_longest_days_check check (token_longest_days between 1 and 365);
alter table company add column personal_tokens boolean not null default true;
-- The attempt that made a token: repeated, because its answer was lost, it replaces the token that nobody has seen.
alter table api_token add column attempt uuid;
