-- What an order's amount is made of, and the two amounts that follow from it: what its contract is charged and what is
-- paid. All three are null while nobody says it: then both are the amount, as in every order of the releases before,
-- whose programs write none of them. An amount that one of them changes alone is refused, and not charged wrongly.
alter table document
  add column breakdown jsonb,
  add column charge_minor bigint,
  add column payable_minor bigint,
  add constraint document_breakdown check (
    (breakdown is null and charge_minor is null and payable_minor is null)
    or (breakdown ->> 'amountMinor' = amount_minor::text and charge_minor > 0 and payable_minor > 0));

-- Whether orders charge a contract with all that is billed or with the amount before taxes; and a company's custom.
alter table contract add column charge_basis text not null default 'total'
  constraint contract_charge_basis check (charge_basis in ('total', 'base'));
alter table company add column charge_basis text not null default 'total'
  constraint company_charge_basis check (charge_basis in ('total', 'base'));
