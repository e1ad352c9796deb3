-- Tolerance: how far a contract's total may be exceeded before its overrun policy holds. A part of the total (basis
-- points), an amount, or the smaller of both. Of a contract both null: it follows its company. The amount of a company has
-- the currency in which it was set, and holds for contracts in that currency.
alter table company
  add column tolerance_rate integer check (tolerance_rate between 0 and 10000),
  add column tolerance_minor bigint check (tolerance_minor >= 0),
  add column tolerance_currency text check ((tolerance_minor is null) = (tolerance_currency is null));
alter table contract
  add column tolerance_rate integer check (tolerance_rate between 0 and 10000),
  add column tolerance_minor bigint check (tolerance_minor >= 0);
