-- The SHA-256 of what an order's current revision says, files included: sealed with its submission and each decision.
alter table document add column content_digest text
  constraint document_content_digest_check check (content_digest ~ '^[0-9a-f]{64}$');
