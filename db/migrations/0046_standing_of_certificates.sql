-- Whose Constancia a code is: whoever checks one is told whether its order still stands, and nothing else.
alter table certificate_code add column company uuid;
alter table certificate_code add column certificate uuid;

-- The owner too is bound by row level security, which would hide every company's rows.
alter table certificate no force row level security;
update certificate_code k set company = c.company_id, certificate = c.id
  from certificate c where c.file_sha256 = k.file_sha256;
alter table certificate force row level security;
