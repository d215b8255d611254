-- Places marked on a picture. `worker/exams/questions/question.ts` says the same, and a test compares the two.

-- How many places a question asks for.
create or replace function places_asked(p_question jsonb) returns integer
  language sql
  immutable
  as $$
  select coalesce((p_question->'hotspot'->>'places')::integer, 1)
$$;
grant execute on function places_asked(jsonb) to public;

-- The picture of a question, which is the first one among its files.
create or replace function question_picture(p_question jsonb) returns jsonb
  language sql
  immutable
  as $$
  select jsonb_path_query_first(p_question->'files',
    '$[*] ? (@.kind == "attachment" && @.content_type starts with "image/")')
$$;
grant execute on function question_picture(jsonb) to public;

-- Whether a response is of so many marks at most: parts of the width and height, in ten-thousandths at the finest.
create or replace function are_marks(
  p_response jsonb,
  p_most integer
) returns boolean
  language sql
  immutable
  as $$
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
create or replace function lies_in(
  p_x numeric,
  p_y numeric,
  p_area jsonb
) returns boolean
  language plpgsql
  immutable
  as $$
declare
  v_coords jsonb := p_area->'coords';
  v_x numeric := (v_coords->>0)::numeric;
  v_y numeric := (v_coords->>1)::numeric;
  v_width numeric := (v_coords->>2)::numeric;
  v_height numeric := (v_coords->>3)::numeric;
begin
  return coalesce(case p_area->>'shape'
    when 'rect' then p_x between v_x and v_x + v_width and p_y between v_y and v_y + v_height
    when 'ellipse' then v_width > 0 and v_height > 0 and
      (2 * p_x - 2 * v_x - v_width) * (2 * p_x - 2 * v_x - v_width) * v_height * v_height
        + (2 * p_y - 2 * v_y - v_height) * (2 * p_y - 2 * v_y - v_height) * v_width * v_width
        <= v_width * v_width * v_height * v_height
    when 'polygon' then lies_in_polygon(p_x, p_y, v_coords) end, false);
end $$;
grant execute on function lies_in(numeric, numeric, jsonb) to public;

-- Whether a point lies within corners, in shares of the picture: [x1, y1, x2, y2, ...]. By how many edges a ray
-- crosses.
create or replace function lies_in_polygon(
  p_x numeric,
  p_y numeric,
  p_coords jsonb
) returns boolean
  language plpgsql
  immutable
  as $$
declare
  v_count integer := jsonb_array_length(p_coords);
  v_x numeric := (p_coords->>(v_count - 2))::numeric;
  v_y numeric := (p_coords->>(v_count - 1))::numeric;
  v_next_x numeric;
  v_next_y numeric;
  v_inside boolean := false;
begin
  for i in 0 .. v_count - 2 by 2 loop
    v_next_x := (p_coords->>i)::numeric;
    v_next_y := (p_coords->>(i + 1))::numeric;
    if (v_y > p_y) <> (v_next_y > p_y)
        and ((p_x - v_x) * (v_next_y - v_y) < (v_next_x - v_x) * (p_y - v_y)) = (v_next_y > v_y) then
      v_inside := not v_inside;
    end if;
    v_x := v_next_x;
    v_y := v_next_y;
  end loop;
  return v_inside;
end $$;
grant execute on function lies_in_polygon(numeric, numeric, jsonb) to public;

-- The areas of a picture with what each gives by a key, those that repairs accept besides among them. A mark belongs to
-- the first it lies in: what gives most comes first.
create or replace function areas_by_key(
  p_question jsonb,
  p_key jsonb
) returns table (place bigint, id integer, area jsonb, share numeric)
  language sql
  immutable
  as $$
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
create or replace function marks_by_key(
  p_question jsonb,
  p_key jsonb,
  p_response jsonb
) returns table (mark bigint, place bigint, id integer, share numeric)
  language sql
  immutable
  as $$
  select m.n, hit.place, hit.id, coalesce(hit.share, 0)
    from jsonb_array_elements(case jsonb_typeof(p_response) when 'array' then p_response else '[]' end)
      with ordinality m(e, n)
    left join lateral (
      select a.place, a.id, a.share from areas_by_key(p_question, p_key) a
        where lies_in((e->>'x')::numeric, (e->>'y')::numeric, a.area) order by a.place limit 1) hit on true
$$;
grant execute on function marks_by_key(jsonb, jsonb, jsonb) to public;

-- What marks give: each area once what it gives, less one for each mark that lies in none of them that gives something,
-- of as many as are asked for and right. As `marks_by_key` has them, without a query for each answer (shares.sql).
create or replace function marks_share(
  p_question jsonb,
  p_key jsonb,
  p_response jsonb
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_areas jsonb[] := '{}';
  v_shares numeric[] := '{}';
  v_hit integer[] := '{}';
  v_own integer;
  v_asked integer;
  v_given numeric := 0;
  v_whole integer := 0;
  v_partial integer := 0;
begin
  for i in 0 .. jsonb_array_length(p_question->'answers') - 1 loop
    v_areas := v_areas || (p_question->'answers'->i->'area');
    v_shares := v_shares || case when p_key @> (p_question->'answers'->i->'id') then 1
      else coalesce((p_question->'answers'->i->>'percent')::numeric, 0) / 100 end;
  end loop;
  for i in 0 .. jsonb_array_length(p_key) - 1 loop
    continue when not p_key->i ? 'area';
    v_areas := v_areas || (p_key->i->'area');
    v_shares := v_shares || 1::numeric;
  end loop;
  v_asked := least(places_asked(p_question), cardinality(array_positions(v_shares, 1::numeric)));
  if v_asked = 0 then
    return 0;
  end if;
  for i in 0 .. coalesce(jsonb_array_length(p_response), 0) - 1 loop
    v_own := area_of_mark(v_areas, v_shares, p_response->i);
    v_partial := v_partial + (coalesce(v_shares[v_own], 0) < 1)::integer;
    if coalesce(v_shares[v_own], 0) = 0 then
      v_given := v_given - 1;
    elsif not v_own = any (v_hit) then
      v_hit := v_hit || v_own;
      v_given := v_given + v_shares[v_own];
      v_whole := v_whole + (v_shares[v_own] = 1)::integer;
    end if;
  end loop;
  return case when p_question->>'credit' = 'parts' then greatest(0, least(1, v_given / v_asked))
    else (v_whole = v_asked and v_partial = 0)::integer end;
end $$;
grant execute on function marks_share(jsonb, jsonb, jsonb) to public;

-- The area that a mark belongs to: the first of those it lies in that give most. Null: it lies beside all of them.
create or replace function area_of_mark(
  p_areas jsonb[],
  p_shares numeric[],
  p_mark jsonb
) returns integer
  language plpgsql
  immutable
  as $$
declare
  v_x numeric := (p_mark->>'x')::numeric;
  v_y numeric := (p_mark->>'y')::numeric;
  v_own integer;
begin
  for i in 1 .. cardinality(p_areas) loop
    if (v_own is null or p_shares[i] > p_shares[v_own]) and lies_in(v_x, v_y, p_areas[i]) then
      v_own := i;
    end if;
  end loop;
  return v_own;
end $$;
grant execute on function area_of_mark(jsonb[], numeric[], jsonb) to public;
