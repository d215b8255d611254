-- What an answer gives of its question's score, by the question's type. `worker/exams/questions/question.ts` says the
-- same for the preview, and a test compares the two.

-- A text as it is compared: compatibility forms, blanks, apostrophes and dashes alike, and capitals unless they count.
create or replace function comparable(p_text text, p_match_case boolean) returns text language sql immutable as $$
  select case when p_match_case then t else lower(t) end
    from btrim(regexp_replace(normalize(translate(p_text, '''`´ʼ‘′‐‑‒–—―−', '’’’’’’-------'), nfkc),
      '[ \t\n\r\f\v]+', ' ', 'g')) t
$$;
grant execute on function comparable(text, boolean) to public;

-- Whether a text is what an author accepts, where `*` stands for any signs and `\*` for itself.
create or replace function is_accepted(p_text text, p_accepted text, p_match_case boolean) returns boolean
  language sql immutable as $$
  select comparable(p_text, p_match_case) like
    replace(replace(regexp_replace(comparable(replace(p_accepted, '\*', chr(57344)), p_match_case),
      '([\\%_])', '\\\1', 'g'), '*', '%'), chr(57344), '*')
$$;
grant execute on function is_accepted(text, text, boolean) to public;

-- A number as people type it: blanks between its digits, a comma or a point, any minus, the unit behind it. Null: none.
create or replace function typed_number(p_text text, p_unit text default '') returns numeric
  language sql immutable as $$
  select case when n ~ '^[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})(e[+-]?[0-9]{1,2})?$' then n::numeric end
    from (select replace(comparable(p_text, false), ' ', '') as t, replace(comparable(p_unit, false), ' ', '') as u) w
    cross join lateral (
      select replace(case when u <> '' and right(t, length(u)) = u then left(t, length(t) - length(u)) else t end,
        ',', '.') as n) s
$$;
grant execute on function typed_number(text, text) to public;

-- Whether a number is as near to the right one as the tolerance asks, absolute or in percent of it.
create or replace function is_near(p_number numeric, p_right numeric, p_tolerance text) returns boolean
  language sql immutable as $$
  select case when t like '%\%' then
      abs(p_number - p_right) * 100 <= abs(p_right) * coalesce(typed_number(left(t, -1)), 0)
      else abs(p_number - p_right) <= coalesce(typed_number(t), 0) end
    from (select rtrim(coalesce(p_tolerance, '')) as t) w
$$;
grant execute on function is_near(numeric, numeric, text) to public;

-- What a typed answer gives: the most that one of those accepted gives. Of `p_key`, numbers are ids of answers, texts
-- were accepted by a repair.
create or replace function typed_share(p_question jsonb, p_key jsonb, p_text text) returns numeric
  language sql immutable as $$
  select coalesce(max(coalesce((a->>'percent')::numeric, 100)) / 100, 0)
    from jsonb_array_elements(p_key) k
    left join jsonb_array_elements(p_question->'answers') a on a->'id' = k
    cross join lateral (select coalesce(a->>'title', k #>> '{}') as title) accepted
    where case p_question->>'type'
      when 'number' then is_near(typed_number(p_text, coalesce(p_question->>'unit', '')), typed_number(title),
        a->>'tolerance')
      else is_accepted(p_text, title, coalesce((p_question->>'match_case')::boolean, false)) end
$$;
grant execute on function typed_share(jsonb, jsonb, text) to public;

-- What one chosen of several gives: all where it is right, else the part of a near miss.
create or replace function chosen_share(p_question jsonb, p_key jsonb, p_id jsonb) returns numeric
  language sql immutable as $$
  select case when p_key @> p_id then 1 else coalesce((
      select (a->>'percent')::numeric / 100 from jsonb_array_elements(p_question->'answers') a where a->'id' = p_id),
    0) end
$$;
grant execute on function chosen_share(jsonb, jsonb, jsonb) to public;

-- The part of a key that is one gap's: ids of its answers, and the texts that a repair accepts in it besides.
create or replace function key_of_gap(p_question jsonb, p_key jsonb, p_gap text) returns jsonb
  language sql immutable as $$
  select coalesce(jsonb_agg(case jsonb_typeof(k) when 'object' then k->'title' else k end), '[]')
    from jsonb_array_elements(p_key) k
    where k->>'gap' = p_gap or exists (
      select from jsonb_array_elements(p_question->'answers') a where a->'id' = k and a->>'gap' = p_gap)
$$;
grant execute on function key_of_gap(jsonb, jsonb, text) to public;

-- What each gap of a text gives: a number names what was chosen, a text was typed.
create or replace function gap_shares(p_question jsonb, p_key jsonb, p_response jsonb)
  returns table (gap text, share numeric) language sql immutable as $$
  select g.gap, case jsonb_typeof(p_response->g.gap)
      when 'number' then chosen_share(p_question, key_of_gap(p_question, p_key, g.gap), p_response->g.gap)
      when 'string' then typed_share(p_question, key_of_gap(p_question, p_key, g.gap), p_response->>g.gap)
      else 0 end
    from (select distinct a->>'gap' as gap from jsonb_array_elements(p_question->'answers') a) g
$$;
grant execute on function gap_shares(jsonb, jsonb, jsonb) to public;

-- What is right of an answer, as parts of the whole: of a choice those chosen rightly less those chosen wrongly, of an
-- ordering those in their place, of a matching the right pairs.
create or replace function right_parts(p_type text, p_key jsonb, p_answer_ids integer[], p_response jsonb)
  returns table (hits bigint, parts bigint) language sql immutable as $$
  select greatest(0, count(*) filter (where p_key @> to_jsonb(i)) - count(*) filter (where not p_key @> to_jsonb(i))),
         jsonb_array_length(case p_type when 'choice' then p_key else '[]' end)::bigint
    from unnest(p_answer_ids) i where p_type = 'choice' having p_type = 'choice'
  union all
  select count(*) filter (where k = to_jsonb(p_answer_ids[n])), count(*)
    from jsonb_array_elements(case p_type when 'ordering' then p_key else '[]' end) with ordinality t(k, n)
    having p_type = 'ordering'
  union all
  select count(*) filter (where p_response->k.key = k.value), count(*)
    from jsonb_each(case p_type when 'matching' then p_key else '{}' end) k having p_type = 'matching'
$$;
grant execute on function right_parts(text, jsonb, integer[], jsonb) to public;

-- The share of its score, 0 to 1, that an answer earns by a key.
create or replace function earned_share(p_question jsonb, p_key jsonb, p_answer_ids integer[], p_response jsonb)
  returns numeric language sql immutable as $$
  select case when t.type in ('short_answer', 'number') then typed_share(p_question, p_key, p_response #>> '{}')
    when t.type = 'gaps' then (
      select case p_question->>'credit' when 'parts' then avg(g.share) else bool_and(g.share = 1)::integer end
        from gap_shares(p_question, p_key, p_response) g)
    when t.type = 'hotspot' then marks_share(p_question, p_key, p_response)
    when t.type = 'choice' and p_question->>'credit' = 'parts'
      and not coalesce((p_question->>'multiple_right_answers')::boolean, false)
      then chosen_share(p_question, p_key, to_jsonb(p_answer_ids[1]))
    else (
      select case when p_question->>'credit' = 'parts' then r.hits::numeric / nullif(r.parts, 0)
        else (r.hits = r.parts)::integer end
        from right_parts(t.type, p_key, p_answer_ids, p_response) r) end
    from (select coalesce(p_question->>'type', 'choice') as type) t
$$;
grant execute on function earned_share(jsonb, jsonb, integer[], jsonb) to public;
