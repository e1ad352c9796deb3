-- What a person does not want to be told in a company; what waits for them is told all the same.
alter table member add column muted_topics text[] not null default '{}';
