-- Looking as somebody else ends in many ways: by hand, with the session or the password of who looks, with an account
-- that is switched off, a company that is suspended, after half an hour. Whichever it was, the outbox is told in the
-- same transaction, and the company's journal by whoever delivers it.
create function tell_viewing_ended() returns trigger language plpgsql as $$
begin
  insert into outbox (id, company, topic, payload, created_at, next_try_at)
  values (gen_random_uuid(), old.company_id, 'impersonation.over',
    jsonb_build_object('sessionId', old.id, 'viewedId', old.user_id, 'by', old.acting_user_id),
    least(now(), old.not_after), now());
  return null;
end $$;

create trigger viewing_ended after delete on session for each row
  when (old.parent_id is not null and old.company_id is not null) execute function tell_viewing_ended();
