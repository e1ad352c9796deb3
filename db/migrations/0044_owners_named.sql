-- By whom a budget owner was named: whoever named themself lets nothing through that was sent before.
alter table budget_owner add column named_by uuid references account (id);
