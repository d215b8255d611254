/**
 * Carries out journeys through the product's own functions, each event at its own time, so that locks, limits and scores
 * are those that the product would have given. A journey that the product would refuse fails here.
 */
export const PLAY = `
create function pg_temp.play(p_events jsonb) returns void language plpgsql as $$
declare
  e record;
  v_attempt integer;
begin
  perform set_config('app.user_type', 'student', true);
  for e in
    select * from jsonb_to_recordset(p_events) as e(at timestamptz, user_id integer, kind text, course_id integer,
                                                    material_id integer, form_id integer, answers jsonb)
  loop
    perform set_config('app.now', e.at::text, true), set_config('app.user', e.user_id::text, true);
    if e.kind in ('save', 'close', 'finish') then
      select id into strict v_attempt from attempts
        where company_id = app_company() and form_id = e.form_id and user_id = e.user_id and status = 'running';
      -- The page was open all the time; some leave it for a while.
      update attempts set last_seen_at = app_now() where id = v_attempt;
      if e.kind = 'finish' and (e.user_id + e.form_id) % 3 = 0 then
        perform save_attempt(v_attempt, 'demo', 'heartbeat', null,
          '[{"kind": "left_page", "began_at_ms_ago": 95000, "ended_at_ms_ago": 55000}]');
      end if;
    end if;
    case e.kind
      when 'open' then perform open_material(e.course_id, e.material_id);
      when 'read' then
        update material_progress set done_at = app_now()
          where company_id = app_company() and user_id = e.user_id and material_id = e.material_id;
      when 'start' then perform start_attempt(e.form_id, 'demo', e.form_id * 7919 + e.user_id, false);
      when 'save', 'close' then perform save_attempt(v_attempt, 'demo', e.kind, e.answers);
      when 'finish' then
        if finish_attempt(v_attempt, 'demo', e.answers) <> 'finished' then
          raise exception 'attempt % did not finish', v_attempt;
        end if;
      when 'due' then perform end_due_attempts();
      when 'grant' then
        update assignments set status = 'reopened', extra_attempts = extra_attempts + 1
          where company_id = app_company() and form_id = e.form_id and user_id = e.user_id and status = 'completed';
    end case;
  end loop;
end $$`;
