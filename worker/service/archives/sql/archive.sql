-- What a person takes along.

set role osnova_system;

-- What somebody wrote in their tests in a company, and what was published of it.
create or replace function own_attempts(p_company integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select coalesce((select jsonb_agg(jsonb_build_object(
    'test', f.name, 'number', t.number, 'status', t.status, 'started_at', t.started_at, 'deadline', t.deadline,
    'finished_at', t.finished_at, 'finished_by', t.finished_by,
    'events', coalesce((select jsonb_agg(to_jsonb(e) - 'id' - 'company_id' - 'attempt_id' order by e.id)
      from attempt_events e where e.company_id = t.company_id and e.attempt_id = t.id), '[]'),
    'answers', coalesce((select jsonb_agg(jsonb_build_object(
        -- A form may forbid copying its questions; what the person answered is theirs all the same.
        'question', case when not coalesce((v.settings->>'disable_autosave_for_all_respondents')::boolean,
          false) then q->>'title' end,
        'chosen', coalesce((select jsonb_agg(o->>'title') from jsonb_array_elements(q->'answers') o
          where (o->>'id')::integer = any (w.answer_ids)), '[]'),
        'response', case when q->>'type' = 'matching' then (
            select jsonb_agg(jsonb_build_array(o->>'title', m.title)) from jsonb_array_elements(q->'answers') o
              join match_options(q->'answers') m on to_jsonb(m.id) = w.response->(o->>'id'))
          when q->>'type' = 'gaps' then (
            select jsonb_object_agg(g.key, coalesce((
                select o->'title' from jsonb_array_elements(q->'answers') o where o->'id' = g.value), g.value))
              from jsonb_each(case jsonb_typeof(w.response) when 'object' then w.response else '{}' end) g)
          else w.response end,
        'files', case when q->>'type' = 'upload' then (
          select coalesce(jsonb_agg(jsonb_build_object('name', d->'name', 'content_type', d->'content_type',
              'size', d->'size')), '[]')
            from jsonb_array_elements(files_of_attempt(t.company_id, t.id)) d
            where (d->>'id')::integer = any (w.answer_ids)) end,
        'saved_at', w.saved_at) order by w.question_id)
      from attempt_answers w
      join jsonb_array_elements(paper_of(t.drawn, v.id, v.questions)) q on (q->>'id')::integer = w.question_id
      where w.company_id = t.company_id and w.attempt_id = t.id), '[]'),
    'result', case when t.status <> 'running' and t.result_published_at is not null then (
      select jsonb_build_object('score', r.score, 'max_score', r.max_score, 'percent', r.percent,
        'ects', r.ects,
          'passed', r.passed, 'published_at', t.result_published_at)
        from gradings r where r.company_id = t.company_id and r.attempt_id = t.id order by r.id desc
          limit 1) end) order by t.id)
  from attempts t join forms f on f.company_id = t.company_id and f.id = t.form_id
  join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
  where t.company_id = p_company and t.user_id = app_user()
    and not (t.status = 'annulled' and is_taken_back(t.company_id, t.id))), '[]')
$$;

-- Where somebody belongs in a company: groups, and what they learn or teach by them.
create or replace function own_places(p_company integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
  'groups', coalesce((select jsonb_agg(jsonb_build_object('name', g.name, 'role', gm.role, 'since', gm.created_at)
    order by g.id)
    from group_members gm join study_groups g on g.company_id = gm.company_id and g.id = gm.group_id
    where gm.company_id = p_company and gm.user_id = app_user()), '[]'),
  'courses', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'total', s.total, 'done', s.done,
      'opened_at', s.opened_at, 'last_activity', s.last_activity) order by k.id)
    from course_states s join courses k on k.company_id = s.company_id and k.id = s.course_id
    where s.company_id = p_company and s.user_id = app_user()), '[]'),
  'course_roles', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'role', cm.role,
    'since', cm.created_at) order by k.id)
    from course_members cm join courses k on k.company_id = cm.company_id and k.id = cm.course_id
    where cm.company_id = p_company and cm.user_id = app_user()), '[]'),
  'programs', coalesce((select jsonb_agg(distinct p.name)
    from group_members gm join program_groups pg on pg.company_id = gm.company_id and pg.group_id = gm.group_id
    join programs p on p.company_id = pg.company_id and p.id = pg.program_id and p.deleted_at is null
    where gm.company_id = p_company and gm.user_id = app_user() and gm.role = 'student'), '[]'))
$$;

-- What somebody has learned in a company, and what they wrote and earned by it.
create or replace function own_learning(p_company integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
  'materials', coalesce((select jsonb_agg(jsonb_build_object('course', k.name, 'name', a.name, 'type', a.type,
      'opened_at', mp.opened_at, 'viewed_at', mp.viewed_at, 'done_at', mp.done_at, 'watched', mp.watched::text)
        order by a.id)
    from material_progress mp join materials a on a.company_id = mp.company_id and a.id = mp.material_id
    join courses k on k.company_id = a.company_id and k.id = a.course_id
    where mp.company_id = p_company and mp.user_id = app_user()), '[]'),
  'notes', coalesce((select jsonb_agg(jsonb_build_object('course', k.name, 'material', a.name, 'kind', n.kind,
      'at', n.at, 'text', n.text, 'edited_at', n.edited_at) order by n.id)
    from notes n join materials a on a.company_id = n.company_id and a.id = n.material_id
    join courses k on k.company_id = a.company_id and k.id = a.course_id
    where n.company_id = p_company and n.user_id = app_user()), '[]'),
  'packages', coalesce((select jsonb_agg(jsonb_build_object('course', k.name, 'material', a.name, 'number', t.number,
      'status', t.status, 'success', t.success, 'score', t.score, 'seconds', t.seconds, 'started_at', t.started_at,
      'committed_at', t.committed_at, 'state', t.state, 'answers', (
        select jsonb_agg(jsonb_build_object('question', i.name, 'response', i.response) order by i.item, i.place)
          from package_interactions i where i.company_id = t.company_id and i.try_id = t.id)) order by t.id)
    from package_tries t join materials a on a.company_id = t.company_id and a.id = t.material_id
    join courses k on k.company_id = a.company_id and k.id = a.course_id
    where t.company_id = p_company and t.user_id = app_user()), '[]'),
  'attempts', own_attempts(p_company),
  'retake_requests', coalesce((select jsonb_agg(jsonb_build_object('test', p.settings->>'name', 'message', r.message,
      'created_at', r.created_at, 'ended_at', r.ended_at, 'outcome', r.outcome, 'answer', r.answer) order by r.id)
    from retake_requests r
    left join current_versions p on p.company_id = r.company_id and p.form_id = r.form_id
    where r.company_id = p_company and r.user_id = app_user()), '[]'),
  'certificates', coalesce((select jsonb_agg(jsonb_build_object('number', k.number, 'version', k.version,
      'content', k.content, 'issued_at', k.issued_at, 'expires_at', k.expires_at, 'replaced_at', k.replaced_at,
      'revoked_at', k.revoked_at) order by k.id)
    from certificates k where k.company_id = p_company and k.user_id = app_user()), '[]'),
  'webinars', coalesce((select jsonb_agg(jsonb_build_object('name', w.name, 'starts_at', w.starts_at,
      'joined_at', a.joined_at, 'left_at', a.left_at, 'status', a.status) order by w.id)
    from webinar_attendance a join webinars w on w.company_id = a.company_id and w.id = a.webinar_id
    where a.company_id = p_company and a.user_id = app_user()), '[]'))
$$;

-- What somebody was told in a company, and what they said and did there.
create or replace function own_messages(p_company integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
  'reminders', coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text,
    'created_at', r.created_at) order by r.id)
    from reminders r where r.company_id = p_company and r.user_id = app_user()), '[]'),
  'notifications', coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'created_at', n.created_at,
      'read_at', n.read_at) order by n.id)
    from notifications n where n.company_id = p_company and n.user_id = app_user()), '[]'),
  'feedback', coalesce((select jsonb_agg(to_jsonb(b) - 'id' - 'company_id' - 'user_id' - 'screenshot_id'
    order by b.id)
    from feedback b where b.company_id = p_company and b.user_id = app_user()), '[]'),
  -- What they did: of other people no names.
  'history', coalesce((select jsonb_agg(jsonb_build_object('action', h.action, 'section', h.section,
    'object', h.object_model,
      'label', case when h.object_model <> 'membership' then h.object_label end, 'created_at', h.created_at)
        order by h.id)
    from history h where h.company_id = p_company and h.author_id = app_user()), '[]'))
$$;

-- What somebody has in a company they belong or belonged to.
create or replace function own_archive_in(p_company integer) returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
  'id', c.id, 'name', c.name,
  'membership', to_jsonb(m) - array['company_id', 'user_id', 'given_types', 'surname', 'activated', 'has_email'])
  || own_places(c.id) || own_learning(c.id) || own_messages(c.id)
    from memberships m join companies c on c.id = m.company_id
    where m.user_id = app_user() and m.company_id = p_company
$$;

-- Everything about the caller, in every company they belong or belonged to: of a test what they wrote and what was
-- published. Not while they take a test: it holds notes of materials, which are closed then.
create or replace function own_archive() returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_user users;
begin
  perform require_confirmed();
  if exists (select from attempts t where t.user_id = app_user() and t.status = 'running' and t.due_at > now()) then
    perform fail('blocked_during_tests');
  end if;
  select * into v_user from users where id = app_user();
  return jsonb_build_object(
    'person', to_jsonb(v_user) - 'photo_id' - 'erased_at' - 'search_words',
    'photo', (select jsonb_build_object('content_type', content_type, 'size', size) from media
      where id = v_user.photo_id),
    'sign_in', jsonb_build_object(
      'password_changed_at', (select changed_at from credentials where user_id = v_user.id),
      'authenticator_app_since', (select since from totp_secrets where user_id = v_user.id and secret is not null),
      'security_keys', coalesce((select jsonb_agg(jsonb_build_object('name', k.name, 'created_at', k.created_at,
          'last_used_at', k.last_used_at) order by k.id) from security_keys k where k.user_id = v_user.id), '[]'),
      'providers', coalesce((select jsonb_agg(jsonb_build_object('provider', s.backend, 'email', s.email,
          'linked_at', s.linked_at) order by s.linked_at) from social_links s where s.user_id = v_user.id), '[]'),
      'sessions', coalesce((select jsonb_agg(to_jsonb(s) - 'id' - 'user_id' - 'company_id' order by s.id)
        from sessions s where s.user_id = v_user.id), '[]')),
    'notification_settings', (select to_jsonb(n) - 'user_id' from notification_settings n where n.user_id = v_user.id),
    'companies', coalesce((
      select jsonb_agg(own_archive_in(c.id) order by c.id)
        from memberships m join companies c on c.id = m.company_id
        where m.user_id = v_user.id and c.erased_at is null), '[]'));
end $$;
grant execute on function own_archive() to osnova_worker;
