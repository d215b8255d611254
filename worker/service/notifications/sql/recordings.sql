-- The recording of a webinar, for whoever missed it.

set role osnova_system;

-- Tells those who knew of a webinar and were not there that its recording is; once, and within 30 days of its end. Not
-- whom a timeline closes it to, since the recording stays away from them as well. What fails of one company leaves the
-- others to be told.
create or replace function tell_of_recordings() returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v record;
  v_now timestamptz := app_now();
  v_told integer;
  v_count integer := 0;
begin
  for v in
    select w.company_id, array_agg(w.id) as ids
      from webinars w
      join companies k on k.id = w.company_id and k.deleted_at is null and k.blocked_at is null
      where w.deleted_at is null and w.canceled_at is null and w.starts_at > v_now - interval '31 days'
        and w.starts_at + make_interval(mins => w.duration) between v_now - interval '30 days' and v_now
        and (w.recording_url <> '' or exists (select from webinar_files f
          where f.company_id = w.company_id and f.webinar_id = w.id and f.kind = 'recording'))
      group by w.company_id order by 1
  loop
    perform set_config('app.company', v.company_id::text, true);
    begin
      with missed as materialized (
        select w.id, w.starts_at, i.user_id
          from webinars w
          join webinar_invitations i on i.company_id = w.company_id and i.webinar_id = w.id
          left join webinar_attendance a on a.company_id = w.company_id and a.webinar_id = w.id
            and a.user_id = i.user_id
          where w.company_id = v.company_id and w.id = any (v.ids) and attendance_status(w, a, v_now) = 'absent'
            and w.host_id <> i.user_id and not exists (select from webinar_hosts h
              where h.company_id = w.company_id and h.webinar_id = w.id and h.user_id = i.user_id)
            and exists (select from notifications n where n.company_id = w.company_id and n.user_id = i.user_id
              and n.key = webinar_key(w.id, 'invited', null))
            and not exists (select from notifications n where n.company_id = w.company_id and n.user_id = i.user_id
              and n.key = webinar_key(w.id, 'recorded', w.starts_at))
      )
      insert into notifications (company_id, user_id, kind, key, path, params, created_at)
        select v.company_id, m.user_id, 'webinar', webinar_key(m.id, 'recorded', m.starts_at), '/webinar/' || m.id,
               webinar_params(m.id, 'recorded'), v_now
          from missed m
          where m.user_id in (select told_people(v.company_id, array[m.user_id]))
            and (m.id, m.user_id) not in (select c.webinar_id, c.user_id from closed_webinars(
              array(select distinct id from missed), array(select distinct user_id from missed)) c)
        on conflict do nothing;
      get diagnostics v_told = row_count;
      v_count := v_count + v_told;
    exception when others then
      perform leave_failed('notices of recordings', format('company %s', v.company_id), sqlstate, sqlerrm);
    end;
  end loop;
  perform set_config('app.company', '', true);
  return v_count;
end $$;

reset role;
