-- works from 0088: programs of before name no such column, and the check refuses nothing of a contract without one
-- Part of a contract's total that was spent before the contract came here; null: none. It stands in the contract's ledger
-- as a line of its own (cause `opening`), so that a program that does not know the column counts it all the same.
alter table contract add column opening_minor bigint;
alter table contract add constraint contract_opening_minor_check check (opening_minor > 0);
