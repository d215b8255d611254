-- Draws: which questions of the bank a form may draw, and which of them an attempt gets.

-- What is asked of the drawn questions at most.
create or replace function drawn_score(p_settings jsonb) returns integer
  language sql
  immutable
  as $$
  select coalesce(sum((d->>'count')::integer * (d->>'score')::integer), 0)::integer
    from jsonb_array_elements(coalesce(p_settings->'draws', '[]')) d
$$;

-- How many questions an attempt at a version is asked.
create or replace function count_asked(
  p_settings jsonb,
  p_questions jsonb
) returns integer
  language sql
  immutable
  as $$
  select jsonb_array_length(p_questions) + coalesce((
    select sum((d->>'count')::integer) from jsonb_array_elements(p_settings->'draws') d), 0)::integer
$$;

-- A folder, and those within it.
create or replace function folder_branch(
  p_folder integer,
  p_whole boolean
) returns setof integer
  language sql
  stable
  as $$
  with recursive branch as (
    select f.id from bank_folders f where f.company_id = app_company() and f.id = p_folder
    union
    select f.id from branch b join bank_folders f on f.company_id = app_company() and f.parent_id = b.id where p_whole
  )
  select id from branch
$$;

-- Tags to be compared: their case does not count.
create or replace function caseless_tags(p_tags text[]) returns text[]
  language sql
  immutable
  as $$
  select array(select lower(t) from unnest(p_tags) t)
$$;

-- The questions of the bank that draws of a form may take, as they are now; `draws`: bit 0 is the first draw. What the
-- form asks by itself, tied to the bank, is not drawn besides; nor is what a person marks, so that a version says of
-- itself whether its results wait for somebody, nor places on a picture that is not there yet.
create or replace function draw_pool(
  p_form integer,
  p_draws jsonb
) returns table (question_id integer, version integer, draws integer)
  language sql
  stable
  as $$
  select e.question_id, e.version, sum(1 << (d.place - 1)::integer)::integer
    from jsonb_array_elements(p_draws) with ordinality d(rule, place)
    cross join lateral (select coalesce((rule->>'subfolders')::boolean, true) as whole,
      array(select folder_branch((rule->>'folder_id')::integer, coalesce((rule->>'subfolders')::boolean, true)))
        as folders, caseless_tags(array(select jsonb_array_elements_text(coalesce(rule->'tags', '[]')))) as tags) r
    join bank_entries e on e.company_id = app_company() and e.archived_at is null
      and (r.tags = '{}' or caseless_tags(e.tags) @> r.tags)
      and (rule->>'folder_id' is null or e.folder_id = any (r.folders))
    join questions q on q.company_id = e.company_id and q.id = e.question_id
      and (coalesce(rule->'types', '[]') = '[]' or rule->'types' ? q.type) and not is_by_hand(q.type)
      and (q.type <> 'hotspot' or question_picture(question_content(q)) is not null)
    where not exists (select from questions own where own.company_id = e.company_id and own.form_id = p_form
      and own.bank_question_id = e.question_id and own.deleted_at is null)
    group by e.question_id, e.version
$$;

-- Whether publishing now would draw from something else than a version does.
create or replace function pool_changed(
  p_version integer,
  p_form forms
) returns boolean
  language sql
  stable
  as $$
  with now as materialized (
    select n.question_id, n.version, n.draws from draw_pool(p_form.id, p_form.draws) n
  ), kept as materialized (
    select k.question_id, k.bank_version, k.draws from form_pools k
      where k.company_id = p_form.company_id and k.form_version_id = p_version
  )
  select exists (table now except table kept) or exists (table kept except table now)
$$;

-- Gives draws their questions, each at most once: those given first come first, and where two draws want the same ones
-- they are exchanged until every draw that can be filled is. `p_ids`, `p_masks`: questions with the draws that may take
-- them. Gives the questions draw by draw; null: there is none left.
create or replace function fill_draws(
  p_counts integer[],
  p_ids integer[],
  p_masks integer[]
) returns integer[]
  language plpgsql
  immutable
  as $$
declare
  v_draws integer := cardinality(p_counts);
  v_used integer[] := array_fill(0, array[v_draws]);
  v_owners integer[] := array(
    select d from generate_subscripts(p_counts, 1) d, generate_series(1, p_counts[d]) order by d);
  v_ids integer[] := array_fill(null::integer, array[cardinality(v_owners)]);
  v_masks integer[] := array_fill(0, array[cardinality(v_owners)]);
  v_closed integer[] := '{}';
  v_from integer[];
  v_queue integer[];
  v_at integer;
  v_draw integer;
  v_slot integer;
begin
  for i in 1..coalesce(cardinality(p_ids), 0) loop
    continue when p_masks[i] = any (v_closed);
    -- Draws that can be reached: `from` is the slot whose question would move there, 0 the new question.
    v_from := array_fill(null::integer, array[v_draws]);
    v_queue := '{}';
    for d in 1..v_draws loop
      if p_masks[i] & (1 << d - 1) > 0 then
        v_from[d] := 0;
        v_queue := v_queue || d;
      end if;
    end loop;
    v_at := 1;
    loop
      v_draw := v_queue[v_at];
      exit when v_draw is null or v_used[v_draw] < p_counts[v_draw];
      v_slot := array_position(v_owners, v_draw);
      for s in v_slot..v_slot + p_counts[v_draw] - 1 loop
        for d in 1..v_draws loop
          if v_from[d] is null and v_masks[s] & (1 << d - 1) > 0 then
            v_from[d] := s;
            v_queue := v_queue || d;
          end if;
        end loop;
      end loop;
      v_at := v_at + 1;
    end loop;
    if v_draw is null then
      v_closed := v_closed || p_masks[i];
      continue;
    end if;
    v_slot := array_position(v_owners, v_draw) + v_used[v_draw];
    v_used[v_draw] := v_used[v_draw] + 1;
    while v_from[v_draw] > 0 loop
      v_ids[v_slot] := v_ids[v_from[v_draw]];
      v_masks[v_slot] := v_masks[v_from[v_draw]];
      v_slot := v_from[v_draw];
      v_draw := v_owners[v_slot];
    end loop;
    v_ids[v_slot] := p_ids[i];
    v_masks[v_slot] := p_masks[i];
    exit when v_used = p_counts;
  end loop;
  return v_ids;
end $$;

-- How many questions each draw asks for.
create or replace function draw_counts(p_draws jsonb) returns integer[]
  language sql
  immutable
  as $$
  select coalesce(array_agg((d->>'count')::integer order by place), '{}')
    from jsonb_array_elements(p_draws) with ordinality t(d, place)
$$;

-- Refuses whoever does not edit the draft of a form.
create or replace function require_draft(
  p_course integer,
  p_form integer
) returns void
  language plpgsql
  as $$
begin
  perform hold_draft(p_course, p_form);
end $$;

-- What draws find as the bank is now: how many each may take, how many it gets, and how many questions there are by the
-- draws that may take them.
create or replace function draw_figures(
  p_form integer,
  p_draws jsonb
) returns table (available integer[], filled integer[], classes jsonb)
  language sql
  stable
  rows 1
  as $$
  with pool as materialized (
    select p.draws, count(*)::integer as size from draw_pool(p_form, p_draws) p group by p.draws
  ), counts as materialized (
    select draw_counts(p_draws) as counts
  ), candidates as (
    select array_agg(n::integer) as ids, array_agg(p.draws) as masks
      from pool p cross join generate_series(1, least(p.size, (select sum(c) from counts, unnest(counts) c))) n
  ), paper as materialized (
    select t.id, t.place
      from counts, candidates, unnest(fill_draws(counts, ids, masks)) with ordinality t(id, place)
  ), slots as (
    select d.place as draw, row_number() over (order by d.place, n) as slot
      from counts, unnest(counts) with ordinality d(count, place), generate_series(1, d.count) n
  )
  select array(select coalesce((select sum(p.size) from pool p where p.draws & (1 << (d.place - 1)::integer) > 0), 0)
                 from counts, unnest(counts) with ordinality d(count, place) order by d.place),
         array(select count(p.id)::integer from slots s join paper p on p.place = s.slot
                 group by s.draw order by s.draw),
         coalesce((select jsonb_agg(jsonb_build_object('draws', p.draws, 'size', p.size)) from pool p), '[]')
$$;

-- Draws that cannot be filled as the bank is now, by their place from 0, with how many questions are missing.
create or replace function unfilled_draws(
  p_form integer,
  p_draws jsonb
) returns table (draw integer, missing integer)
  language plpgsql
  stable
  as $$
begin
  return query
  select d.place::integer - 1, d.count - f.filled[d.place]
    from draw_figures(p_form, p_draws) f cross join unnest(draw_counts(p_draws)) with ordinality d(count, place)
    where f.filled[d.place] < d.count order by d.place;
end $$;

-- Keeps what a version draws from; refused while one of its draws cannot be filled.
create or replace function keep_pool(p_version form_versions) returns void
  language plpgsql
  as $$
declare
  v_short record;
begin
  -- Whoever copied a course of the library could not copy the bank with it.
  if p_version.company_id = library_company() then
    perform fail('library_draws_nothing', 'draws');
  end if;
  select * into v_short from unfilled_draws(p_version.form_id, p_version.settings->'draws') limit 1;
  if found then
    perform fail('draw_not_filled', 'draws.' || v_short.draw, v_short.missing::text);
  end if;
  insert into form_pools (company_id, form_version_id, question_id, bank_version, draws)
    select p_version.company_id, p_version.id, p.question_id, p.version, p.draws
      from draw_pool(p_version.form_id, p_version.settings->'draws') p;
end $$;

set role osnova_system;

-- The questions that an attempt of the caller at a version gets, draw by draw: by the attempt's seed, and first those
-- that no earlier attempt of theirs at the form had. Of each kind of question no more are looked at than can be asked.
create or replace function draw_questions(
  p_version form_versions,
  p_seed integer
) returns integer[]
  language plpgsql
  stable
  as $$
declare
  v_counts integer[] := draw_counts(p_version.settings->'draws');
  v_total integer := (select sum(c) from unnest(v_counts) c);
  v_seen integer[] := array(select distinct unnest(a.drawn) from attempts a
    where a.company_id = p_version.company_id and a.form_id = p_version.form_id and a.user_id = app_user());
  v_ids integer[];
  v_masks integer[];
begin
  select array_agg(c.question_id order by c.seen, c.rank, c.question_id),
         array_agg(c.draws order by c.seen, c.rank, c.question_id)
    into v_ids, v_masks
    from (
      select p.question_id, p.draws, p.seen, p.rank,
             row_number() over (partition by p.draws order by p.seen, p.rank, p.question_id) as place
        from (
          select k.question_id, k.draws, k.question_id = any (v_seen) as seen,
                 hashint4extended(k.question_id, p_seed) as rank
            from form_pools k where k.company_id = p_version.company_id and k.form_version_id = p_version.id
        ) p
    ) c where c.place <= v_total;
  return fill_draws(v_counts, v_ids, v_masks);
end $$;

-- The paper of an attempt with draws: the version's own questions, and those drawn in their places, each with score and
-- section of its draw.
create or replace function drawn_paper(
  p_version integer,
  p_drawn integer[]
) returns jsonb
  language plpgsql
  stable
  as $$
begin
  return (
    with version as materialized (
      select v.company_id, v.settings->'draws' as draws, v.settings->'sections' as sections, v.questions
        from form_versions v where v.id = p_version
    ), slots as (
      select (r.rule->'score')::integer as score, (r.rule->'position')::integer as behind,
             section_place(v.sections, r.rule->'section') as part,
             row_number() over (order by r.place, n) as place
        from version v, jsonb_array_elements(v.draws) with ordinality r(rule, place),
             generate_series(1, (r.rule->'count')::integer) n
    )
    select coalesce(jsonb_agg(p.question order by p.part, p.behind, p.place), '[]') from (
      select q as question, section_place(v.sections, q->'section') as part, n as behind, 0 as place
        from version v, jsonb_array_elements(v.questions) with ordinality t(q, n)
      union all
      select b.question || jsonb_build_object('score', s.score) || in_section(v.sections, s.part), s.part, s.behind,
             d.place
        from version v
        cross join unnest(p_drawn) with ordinality d(id, place)
        join slots s on s.place = d.place
        join form_pools k on k.company_id = v.company_id and k.form_version_id = p_version and k.question_id = d.id
        join bank_versions b on b.company_id = k.company_id and b.question_id = k.question_id
          and b.number = k.bank_version
    ) p);
end $$;
grant execute on function drawn_paper(integer, integer[]) to osnova_worker;

-- What an attempt is asked, by what was drawn for it and the questions of its version.
create or replace function paper_of(
  p_drawn integer[],
  p_version integer,
  p_questions jsonb
) returns jsonb
  language sql
  stable
  as $$
  select case when p_drawn is null then p_questions else drawn_paper(p_version, p_drawn) end
$$;
grant execute on function paper_of(integer[], integer, jsonb) to osnova_worker;

-- What an answer to a drawn question is checked against; null: it was not drawn for the attempt.
create or replace function drawn_choice(
  p_attempt attempts,
  p_question integer
) returns jsonb
  language plpgsql
  stable
  as $$
begin
  return (
    select b.choice from form_pools k
      join bank_versions b on b.company_id = k.company_id and b.question_id = k.question_id
        and b.number = k.bank_version
      where p_question = any (p_attempt.drawn) and k.company_id = p_attempt.company_id
        and k.form_version_id = p_attempt.form_version_id and k.question_id = p_question);
end $$;

-- A question of a version, its own or one that it may draw.
create or replace function version_question(
  p_version integer,
  p_question integer
) returns jsonb
  language sql
  stable
  as $$
  select coalesce(
      (select q from jsonb_array_elements(v.questions) q where (q->>'id')::integer = p_question limit 1),
      case when v.settings ? 'draws' then (
        select b.question from form_pools k
          join bank_versions b on b.company_id = k.company_id and b.question_id = k.question_id
            and b.number = k.bank_version
          where k.company_id = v.company_id and k.form_version_id = v.id and k.question_id = p_question) end)
    from form_versions v where v.id = p_version
$$;
grant execute on function version_question(integer, integer) to osnova_worker;

-- The questions that a version asks itself, and behind them those that it has drawn for anybody.
create or replace function asked_questions(
  p_version integer
) returns table (question jsonb, place bigint)
  language sql
  stable
  as $$
  select q, n from form_versions v, jsonb_array_elements(v.questions) with ordinality t(q, n) where v.id = p_version
  union all
  select b.question || jsonb_build_object('score', (
           select r.rule->'score' from jsonb_array_elements(v.settings->'draws') with ordinality r(rule, place)
             where k.draws & (1 << (r.place - 1)::integer) > 0 order by r.place limit 1)),
         1000 + row_number() over (order by k.draws & -k.draws, k.question_id)
    from form_versions v
    cross join lateral (
      select distinct unnest(a.drawn) as id from attempts a
        where a.company_id = v.company_id and a.form_id = v.form_id and a.form_version_id = v.id
    ) d
    join form_pools k on k.company_id = v.company_id and k.form_version_id = v.id and k.question_id = d.id
    join bank_versions b on b.company_id = k.company_id and b.question_id = k.question_id
      and b.number = k.bank_version
    where v.id = p_version and v.settings ? 'draws'
$$;
grant execute on function asked_questions(integer) to osnova_worker;
