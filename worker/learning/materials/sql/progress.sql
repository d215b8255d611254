-- Progress in a material.

set role osnova_system;

-- The share of a video or audio that was played, in percent; null where no browser can tell.
create or replace function watched_share(
  p_watched nummultirange,
  p_duration real
) returns integer
  language sql
  immutable
  as $$
  select case when p_duration > 0
    then least(100, floor(100 * coalesce((select sum(upper(r) - lower(r)) from unnest(p_watched) r),
      0) / p_duration::numeric))::integer end
$$;
grant execute on function watched_share(nummultirange, real) to osnova_worker;

-- The file that a material shows; null where it has none.
create or replace function main_file(p_material integer) returns material_files
  language sql
  stable
  as $$
  select f from material_files f
    where f.company_id = app_company() and f.material_id = p_material and f.kind = 'main'
    limit 1
$$;

-- Notes where the student is and what was played. More than a player at its highest speed could have played since the
-- last report does not count, nor what is told of a file whose place another has taken (p_file; null: of the one that
-- stands there). From 90 % a video or audio is done (decisions, "Material access").
create or replace function report_progress(
  p_course integer,
  p_material integer,
  p_resume_at real,
  p_watched jsonb,
  p_file integer
) returns table (watched_share integer, done boolean)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_now timestamptz := app_now();
  v_progress material_progress;
  v_file material_files;
  v_given nummultirange;
  v_share integer;
begin
  perform refuse_blocked(p_course);
  perform open_material(p_course, p_material);
  select * into v_progress from material_progress
    where company_id = app_company() and user_id = app_user() and material_id = p_material for update;
  v_file := main_file(p_material);
  if p_file <> coalesce(v_file.media_id, 0) then
    return query select watched_share(v_progress.watched, v_file.duration), v_progress.done_at is not null;
    return;
  end if;
  if exists (select from materials where company_id = app_company() and id = p_material and type in ('video', 'audio'))
    then
    select coalesce(range_agg(numrange(s.low, s.high)), '{}') into v_given from (
      select (r->>0)::numeric as low, least((r->>1)::numeric, v_file.duration::numeric) as high
        from jsonb_array_elements(p_watched) r) s
      where s.low < s.high;
    v_given := v_given - v_progress.watched;
    if coalesce((select sum(upper(r) - lower(r)) from unnest(v_given) r), 0)
         > 20 + 2.5 * extract(epoch from v_now - coalesce(v_progress.reported_at, v_progress.opened_at)) then
      v_given := '{}';
    end if;
    v_progress.watched := v_progress.watched + v_given;
    v_share := watched_share(v_progress.watched, v_file.duration);
    if v_share >= 90 then
      v_progress.done_at := coalesce(v_progress.done_at, v_now);
    end if;
  end if;
  update material_progress p
    set resume_at = p_resume_at, watched = v_progress.watched, done_at = v_progress.done_at, reported_at = v_now
    where p.company_id = app_company() and p.user_id = app_user() and p.material_id = p_material;
  return query select v_share, v_progress.done_at is not null;
end $$;
grant
  execute
  on
    function report_progress(integer, integer, real, jsonb, integer)
  to
  osnova_worker;

-- The student confirms a material that is done by reading it; of a video or audio only one that no browser plays, and
-- nothing whose file is not there.
create or replace function finish_material(
  p_course integer,
  p_material integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform refuse_blocked(p_course);
  perform open_material(p_course, p_material);
  update material_progress p set done_at = coalesce(p.done_at, app_now())
    from materials m cross join lateral main_file(m.id) f
    where p.company_id = app_company() and p.user_id = app_user() and p.material_id = p_material
      and m.company_id = p.company_id and m.id = p.material_id
      and (m.type in ('theory', 'additional')
           or f.media_id is not null
             and (m.type in ('pdf', 'presentation') or m.type in ('video', 'audio') and f.duration is null));
  if not found then
    perform fail('not_found');
  end if;
end $$;
grant execute on function finish_material(integer, integer) to osnova_worker;

-- What was played is of a file: of another one nobody has played anything. What is done stays done.
create or replace function play_anew() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  update material_progress p set watched = '{}', resume_at = 0
    where p.company_id = new.company_id and p.material_id = new.material_id and p.done_at is null
      and exists (select from materials m where m.company_id = new.company_id and m.id = new.material_id
                    and m.type in ('video', 'audio'));
  return null;
end $$;
grant execute on function play_anew() to public;

reset role;

create trigger play_anew
  after insert
  on material_files
  for each row
  when (not erasing() and new.kind = 'main')
  execute function play_anew();
