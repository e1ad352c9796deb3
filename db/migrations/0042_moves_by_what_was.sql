-- An order moves only as the rules say, judged by what its row was: what the statement says that it was proves
-- nothing. The table is `moves` in features/documents/rules.ts; a test runs every pair.
create function document_moves() returns trigger language plpgsql as $$
begin
  if not (case old.state
    when 'in_approval' then new.state in ('approved', 'rejected', 'returned', 'blocked')
    when 'returned' then new.state in ('in_approval', 'blocked')
    when 'blocked' then new.state in ('in_approval', 'returned')
    when 'approved' then new.state in ('executed', 'execution_rejected', 'cancelled')
    when 'execution_rejected' then new.state in ('approved', 'cancelled')
    else false
  end) then
    raise exception 'order % does not move from % to %', old.id, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger document_moves before update on document
  for each row when (old.state is distinct from new.state) execute function document_moves();
