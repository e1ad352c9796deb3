-- Digest of a request as it was sent, which is the same whichever release reads it. `request_digest` is of what a release
-- made of it, and another where a later one knows more fields. Null: written by a release before.
alter table idempotency_key add column sent_digest text;
