-- Lines of the bank that can be no other are settled as their file comes in, where a company has said so.
alter table company add column settles_exact_lines boolean not null default false;
