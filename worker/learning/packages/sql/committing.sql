-- What a package tells of a try.

-- How far a try has got, as a number that grows; it is the place of its word in `package_facts`.
create or replace function try_rank(
  p_status text,
  p_success text
) returns integer
  language sql
  immutable
  as $$
  select case when p_success = 'passed' then 5 when p_success = 'failed' then 3 when p_status = 'completed' then 4
    when p_status = 'incomplete' then 2 else 1 end
$$;

set role osnova_system;

-- Keeps what a package told of single answers, each by its item and place. What is the same is left alone: a conflict
-- would lock it, and write for that, with each commit. Whoever calls holds the try.
create or replace function keep_interactions(
  p_try integer,
  p_interactions jsonb
) returns void
  language sql
  as $$
  insert into package_interactions
      (company_id, try_id, item, place, name, type, description, response, correct, result, latency)
    select app_company(), p_try, g.item, g.place, g.name, g.type, g.description, g.response, g.correct, g.result,
           g.latency
      from jsonb_populate_recordset(null::package_interactions, p_interactions) g
      left join package_interactions i
        on i.company_id = app_company() and i.try_id = p_try and i.item = g.item and i.place = g.place
      where (i.name, i.type, i.description, i.response, i.correct, i.result, i.latency)
        is distinct from (g.name, g.type, g.description, g.response, g.correct, g.result, g.latency)
    on conflict (company_id, try_id, item, place) do update
      set name = excluded.name, type = excluded.type, description = excluded.description,
          response = excluded.response, correct = excluded.correct, result = excluded.result,
          latency = excluded.latency
$$;

-- Marks the material done once the try is what its rule asks for: passed, where the package judges; else completed.
-- What is done stays so, but for what a try that was not judged yet has done alone, and the package then fails: many of
-- 1.2 call their last page completed before they count its answers.
create or replace function note_package_done(
  p_try package_tries,
  p_before text
) returns boolean
  language plpgsql
  as $$
declare
  v_done boolean;
begin
  select p_try.status = 'completed' and (m.done_when = 'finished' or p_try.success <> 'failed') into v_done
    from materials m where m.company_id = p_try.company_id and m.id = p_try.material_id;
  if v_done then
    update material_progress set done_at = app_now()
      where company_id = p_try.company_id and user_id = p_try.user_id and material_id = p_try.material_id
        and done_at is null;
  elsif p_before = 'unknown' and p_try.success = 'failed' then
    update material_progress p set done_at = null
      where p.company_id = p_try.company_id and p.user_id = p_try.user_id and p.material_id = p_try.material_id
        and p.done_at >= p_try.started_at
        and not exists (select from materials m
          where m.company_id = p.company_id and m.id = p.material_id and m.done_when = 'finished')
        and not exists (select from package_tries t
          where t.company_id = p.company_id and t.user_id = p.user_id and t.material_id = p.material_id
            and t.id <> p_try.id and t.status = 'completed' and t.success <> 'failed');
  end if;
  return v_done;
end $$;

-- Keeps what an earlier opening has told since another one goes on with the try. What is newer stands; but an end that
-- counts more than all that the person has of the package stays, as a try of its own before that one.
create or replace function keep_overtaken(
  p_try package_tries,
  p_commit jsonb,
  p_interactions jsonb
) returns void
  language plpgsql
  as $$
declare
  v_kept package_tries := jsonb_populate_record(p_try, p_commit);
  v_id integer;
begin
  if not is_tried_out(v_kept) or exists (select from package_tries t
       where t.company_id = p_try.company_id and t.user_id = p_try.user_id and t.material_id = p_try.material_id
         and (try_rank(t.status, t.success), coalesce(t.score, -1))
           >= (try_rank(v_kept.status, v_kept.success), coalesce(v_kept.score, -1))) then
    return;
  end if;
  -- From behind: no two may have the same number at any moment.
  for v_id in
    select t.id from package_tries t
      where t.company_id = p_try.company_id and t.user_id = p_try.user_id and t.material_id = p_try.material_id
        and t.number >= p_try.number
      order by t.number desc
  loop
    update package_tries t set number = t.number + 1 where t.company_id = p_try.company_id and t.id = v_id;
  end loop;
  insert into package_tries
      (company_id, user_id, material_id, package_id, number, opening, sequence, status, success, score, seconds, item,
       state, sequencing, started_at, committed_at)
    values (p_try.company_id, p_try.user_id, p_try.material_id, p_try.package_id, p_try.number, p_try.opening,
            v_kept.sequence, v_kept.status, v_kept.success, v_kept.score, v_kept.seconds, v_kept.item,
            v_kept.state, v_kept.sequencing, p_try.started_at, app_now())
    returning * into v_kept;
  perform keep_interactions(v_kept.id, p_interactions);
  perform note_package_done(v_kept, v_kept.success);
end $$;

-- Keeps the whole state of a try. Only the last opening commits, and only what is later than what is kept; what comes
-- again, or late, changes nothing and is answered alike. No sequence: another opening has the try by now, and all that
-- stays is what this one has earned. Errors: not_found, those of opening the material.
create or replace function commit_package_try(
  p_material integer,
  p_try integer,
  p_opening integer,
  p_commit jsonb,
  p_interactions jsonb
) returns table (sequence integer, done boolean)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_try package_tries;
  v_before text;
begin
  perform refuse_closed_package(p_material);
  select * into v_try from package_tries t
    where t.company_id = app_company() and t.id = p_try and t.user_id = app_user() and t.material_id = p_material
    for update;
  if not found then
    perform fail('not_found');
  elsif p_opening <> v_try.opening then
    perform keep_overtaken(v_try, p_commit, p_interactions);
    return query select null::integer, false;
    return;
  end if;
  v_before := v_try.success;
  if (p_commit->'sequence')::integer > v_try.sequence then
    update package_tries t
      set sequence = g.sequence, status = g.status, success = g.success, score = g.score, seconds = g.seconds,
          item = g.item, state = g.state, sequencing = g.sequencing, committed_at = app_now()
      from jsonb_populate_record(null::package_tries, p_commit) g
      where t.company_id = app_company() and t.id = p_try
      returning t.* into v_try;
    perform keep_interactions(p_try, p_interactions);
  end if;
  return query select v_try.sequence, note_package_done(v_try, v_before);
end $$;
grant
  execute
  on
    function commit_package_try(integer, integer, integer, jsonb, jsonb)
  to
  osnova_worker;

reset role;

-- What several people of one company commit at the same moment, each as themselves and by their own try: entered and
-- kept as alone. One that is refused, or whose try is held by something else, has no row here and leaves the others as
-- they are.
create or replace function commit_package_tries(
  p_commits jsonb
) returns table (place integer, sequence integer, done boolean)
  language plpgsql
  set search_path = public, pg_temp
  set lock_timeout = '100ms'
  as $$
declare
  v_commit record;
begin
  -- In one order, so that two of these never wait for each other.
  for v_commit in
    select * from jsonb_to_recordset(p_commits) as given(
        place integer, session integer, company integer, user_type text, material integer, try integer,
          opening integer, commit jsonb, interactions jsonb)
      order by given.try, given.place
  loop
    begin
      perform enter(v_commit.session, v_commit.company, v_commit.user_type);
      return query select v_commit.place, c.*
        from commit_package_try(v_commit.material, v_commit.try, v_commit.opening, v_commit.commit,
          v_commit.interactions) c;
    exception when others then
      null;
    end;
  end loop;
end $$;
grant execute on function commit_package_tries(jsonb) to osnova_worker;
