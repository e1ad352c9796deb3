-- The time zone in which a person reads instants; null: that of the company in which they work.
alter table account add column time_zone text;
