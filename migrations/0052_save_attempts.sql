set role osnova_system;
--> statement-breakpoint
-- What several people of one company save at the same moment, each as themselves: entered, checked and stored as alone.
-- One that is refused, or whose attempt is held by something else, has no row here and leaves the others as they are.
create function save_attempts(p_saves jsonb)
  returns table (place integer, server_time timestamptz, deadline timestamptz, due_at timestamptz, status integer,
                 saved_at timestamptz, outcome text)
  language plpgsql set search_path = public, pg_temp set lock_timeout = '100ms' as $$
declare
  v_save record;
begin
  -- In one order, so that two of these never wait for each other.
  for v_save in
    select * from jsonb_to_recordset(p_saves) as given(
        place integer, session_id integer, company_id integer, attempt_id integer, holder text, event text, answers jsonb, events jsonb)
      order by given.attempt_id, given.place
  loop
    begin
      perform enter(v_save.session_id, v_save.company_id, null), refuse_blocked(null, null, v_save.attempt_id);
      return query select v_save.place, s.*
        from save_attempt(v_save.attempt_id, v_save.holder, v_save.event, v_save.answers, v_save.events) s;
    exception when others then
      null;
    end;
  end loop;
end $$;
--> statement-breakpoint
revoke execute on function save_attempts(jsonb) from public;
--> statement-breakpoint
grant execute on function save_attempts(jsonb) to osnova_worker;
--> statement-breakpoint
reset role;
