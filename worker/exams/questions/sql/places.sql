-- Places marked on a picture. `worker/exams/questions/question.ts` says the same, and a test compares the two.

-- How many places a question asks for.
create or replace function places_asked(p_question jsonb) returns integer language sql immutable as $$
  select coalesce((p_question->'hotspot'->>'places')::integer, 1)
$$;
grant execute on function places_asked(jsonb) to public;

-- The picture of a question, which is the first one among its files.
create or replace function question_picture(p_question jsonb) returns jsonb language sql immutable as $$
  select jsonb_path_query_first(p_question->'files',
    '$[*] ? (@.kind == "attachment" && @.content_type starts with "image/")')
$$;
grant execute on function question_picture(jsonb) to public;

-- Whether a response is of so many marks at most: parts of the width and height, in ten-thousandths at the finest.
create or replace function are_marks(p_response jsonb, p_most integer) returns boolean language sql immutable as $$
  select case when jsonb_typeof(p_response) <> 'array' then false
    when jsonb_array_length(p_response) > p_most then false
    else (
      select bool_and(case when jsonb_typeof(e) <> 'object' then false
          when jsonb_typeof(e->'x') = 'number' and jsonb_typeof(e->'y') = 'number' then e - array['x', 'y'] = '{}'
            and (e->>'x')::numeric between 0 and 1 and (e->>'y')::numeric between 0 and 1
            and (e->>'x')::numeric = round((e->>'x')::numeric, 4) and (e->>'y')::numeric = round((e->>'y')::numeric, 4)
          else false end)
        from jsonb_array_elements(p_response) e) end
$$;
grant execute on function are_marks(jsonb, integer) to public;

-- Whether a place lies in an area, its edge included; of a polygon by how many of its sides a ray to the right crosses.
create or replace function lies_in(p_x numeric, p_y numeric, p_area jsonb) returns boolean language sql immutable as $$
  select coalesce(case p_area->>'shape'
    when 'rect' then p_x between c[1] and c[1] + c[3] and p_y between c[2] and c[2] + c[4]
    when 'ellipse' then c[3] > 0 and c[4] > 0 and
      (2 * p_x - 2 * c[1] - c[3]) * (2 * p_x - 2 * c[1] - c[3]) * c[4] * c[4]
        + (2 * p_y - 2 * c[2] - c[4]) * (2 * p_y - 2 * c[2] - c[4]) * c[3] * c[3] <= c[3] * c[3] * c[4] * c[4]
    when 'polygon' then (
      select count(*) % 2 = 1 from generate_series(1, cardinality(c), 2) i
        cross join lateral (select c[i] as x, c[i + 1] as y, c[(i + 1) % cardinality(c) + 1] as next_x,
          c[(i + 2) % cardinality(c) + 1] as next_y) s
        where (y > p_y) <> (next_y > p_y)
          and ((p_x - x) * (next_y - y) < (next_x - x) * (p_y - y)) = (next_y > y))
    end, false)
    from (select array(select e::numeric from jsonb_array_elements_text(p_area->'coords') with ordinality t(e, n)
      order by n) as c) a
$$;
grant execute on function lies_in(numeric, numeric, jsonb) to public;

-- The areas of a picture with what each gives by a key, those that repairs accept besides among them. A mark belongs to
-- the first it lies in: what gives most comes first.
create or replace function areas_by_key(p_question jsonb, p_key jsonb)
  returns table (place bigint, id integer, area jsonb, share numeric) language sql immutable as $$
  select row_number() over (order by a.share desc, a.n), a.id, a.area, a.share from (
    select (a->>'id')::integer as id, a->'area' as area, n,
           case when p_key @> (a->'id') then 1 else coalesce((a->>'percent')::numeric, 0) / 100 end as share
      from jsonb_array_elements(p_question->'answers') with ordinality t(a, n)
    union all
    select null, k->'area', 1000 + n, 1
      from jsonb_array_elements(case jsonb_typeof(p_key) when 'array' then p_key else '[]' end) with ordinality t(k, n)
      where k ? 'area') a
$$;
grant execute on function areas_by_key(jsonb, jsonb) to public;

-- Each mark with the area that it belongs to; without one it lies beside all of them.
create or replace function marks_by_key(p_question jsonb, p_key jsonb, p_response jsonb)
  returns table (mark bigint, place bigint, id integer, share numeric) language sql immutable as $$
  select m.n, hit.place, hit.id, coalesce(hit.share, 0)
    from jsonb_array_elements(case jsonb_typeof(p_response) when 'array' then p_response else '[]' end)
      with ordinality m(e, n)
    left join lateral (
      select a.place, a.id, a.share from areas_by_key(p_question, p_key) a
        where lies_in((e->>'x')::numeric, (e->>'y')::numeric, a.area) order by a.place limit 1) hit on true
$$;
grant execute on function marks_by_key(jsonb, jsonb, jsonb) to public;

-- What marks give: each area once what it gives, less one for each mark that lies in none of them that gives something,
-- of as many as are asked for and right.
create or replace function marks_share(p_question jsonb, p_key jsonb, p_response jsonb) returns numeric
  language sql immutable as $$
  select case when asked.places = 0 then 0
      when p_question->>'credit' = 'parts' then greatest(0, least(1, (hits.given - marks.wrong) / asked.places))
      else (hits.whole = asked.places and marks.partial = 0)::integer end
    from (
      select least(places_asked(p_question), count(*) filter (where share = 1))::numeric as places
        from areas_by_key(p_question, p_key)) asked
    cross join (
      select count(*) filter (where share = 0) as wrong, count(*) filter (where share < 1) as partial
        from marks_by_key(p_question, p_key, p_response)) marks
    cross join (
      select coalesce(sum(share), 0) as given, count(*) filter (where share = 1) as whole
        from (select distinct place, share from marks_by_key(p_question, p_key, p_response) where share > 0) d) hits
$$;
grant execute on function marks_share(jsonb, jsonb, jsonb) to public;
