-- What an answer gives of its question's score, by the question's type. `worker/exams/questions/question.ts` says the
-- same for the preview, and a test compares the two. PL/pgSQL without queries, since all of it is called for every
-- answer: a function of SQL that reads from something begins a query at each call, which took 20 times as long.

-- A text as it is compared: compatibility forms, blanks, apostrophes and dashes alike, without signs of no width (where
-- a word may be parted, or what a page brings when something is copied from it), and capitals unless they count.
create or replace function comparable(
  p_text text,
  p_match_case boolean
) returns text
  language plpgsql
  immutable
  as $$
declare
  -- Wide and small forms become plain ones first, except for what would come apart into a blank and an accent.
  v_text text := btrim(regexp_replace(
    translate(normalize(replace(p_text, '´', '’'), nfkc),
      '''`ʼ‘′‐‒–—―−' || e'\u00ad\u200b\u200c\u200d\u2060\ufeff', '’’’’’------'), '[ \t\n\r\f\v]+', ' ', 'g'));
begin
  return case when p_match_case then v_text else lower(v_text) end;
end $$;
grant execute on function comparable(text, boolean) to public;

-- Whether a text is what an author accepts, where `*` stands for any signs and `\*` for itself.
create or replace function is_accepted(
  p_text text,
  p_accepted text,
  p_match_case boolean
) returns boolean
  language plpgsql
  immutable
  as $$
declare
  v_text text := comparable(p_text, p_match_case);
  v_accepted text := comparable(replace(p_accepted, '\*', chr(57344)), p_match_case);
begin
  if strpos(v_accepted, '*') = 0 then
    return v_text = replace(v_accepted, chr(57344), '*');
  end if;
  return v_text like
    replace(replace(regexp_replace(v_accepted, '([\\%_])', '\\\1', 'g'), '*', '%'), chr(57344), '*');
end $$;
grant execute on function is_accepted(text, text, boolean) to public;

-- A number as people type it: blanks between its digits, a comma or a point, any minus, the unit behind it. Null: none.
create or replace function typed_number(
  p_text text,
  p_unit text default ''
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_text text;
  v_unit text;
begin
  -- Written as authors and nearly everybody writes them, there is nothing to be made comparable.
  if p_unit = '' and p_text ~ '^-?[0-9]{1,30}([.,][0-9]{1,30})?$' then
    return replace(p_text, ',', '.')::numeric;
  end if;
  v_text := replace(comparable(p_text, false), ' ', '');
  v_unit := case when p_unit = '' then '' else replace(comparable(p_unit, false), ' ', '') end;
  if v_unit <> '' and right(v_text, length(v_unit)) = v_unit then
    v_text := left(v_text, length(v_text) - length(v_unit));
  end if;
  v_text := replace(v_text, ',', '.');
  return case when v_text ~ '^[+-]?([0-9]{1,30}(\.[0-9]{0,30})?|\.[0-9]{1,30})(e[+-]?[0-9]{1,2})?$'
    then v_text::numeric end;
end $$;
grant execute on function typed_number(text, text) to public;

-- Whether a number is as near to the right one as the tolerance asks, absolute or in percent of it.
create or replace function is_near(
  p_number numeric,
  p_right numeric,
  p_tolerance text
) returns boolean
  language plpgsql
  immutable
  as $$
declare
  v_tolerance text := rtrim(coalesce(p_tolerance, ''));
begin
  if v_tolerance like '%\%' then
    return abs(p_number - p_right) * 100 <= abs(p_right) * coalesce(typed_number(left(v_tolerance, -1)), 0);
  end if;
  return abs(p_number - p_right) <= case v_tolerance when '' then 0 else coalesce(typed_number(v_tolerance), 0) end;
end $$;
grant execute on function is_near(numeric, numeric, text) to public;

-- One of a question's answers by its id.
create or replace function answer_by_id(
  p_question jsonb,
  p_id jsonb
) returns jsonb
  language plpgsql
  immutable
  as $$
declare
  v_answers jsonb := p_question->'answers';
begin
  for i in 0 .. coalesce(jsonb_array_length(v_answers), 0) - 1 loop
    if v_answers->i->'id' = p_id then
      return v_answers->i;
    end if;
  end loop;
  return null;
end $$;
grant execute on function answer_by_id(jsonb, jsonb) to public;

-- What a typed answer gives: the most that one of those accepted gives. Of `p_key`, numbers are ids of answers, texts
-- were accepted by a repair.
create or replace function typed_share(
  p_question jsonb,
  p_key jsonb,
  p_text text
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_is_number boolean := p_question->>'type' = 'number';
  v_number numeric := case when v_is_number then typed_number(p_text, coalesce(p_question->>'unit', '')) end;
  v_match_case boolean := coalesce((p_question->>'match_case')::boolean, false);
  v_answer jsonb;
  v_title text;
  v_fits boolean;
  v_most numeric := 0;
begin
  for i in 0 .. jsonb_array_length(p_key) - 1 loop
    v_answer := answer_by_id(p_question, p_key->i);
    v_title := coalesce(v_answer->>'title', p_key->>i);
    v_fits := case when v_is_number then is_near(v_number, typed_number(v_title), v_answer->>'tolerance')
      else is_accepted(p_text, v_title, v_match_case) end;
    if v_fits then
      v_most := greatest(v_most, coalesce((v_answer->>'percent')::numeric, 100));
    end if;
  end loop;
  return v_most / 100;
end $$;
grant execute on function typed_share(jsonb, jsonb, text) to public;

-- What one chosen of several gives: all where it is right, else the part of a near miss.
create or replace function chosen_share(
  p_question jsonb,
  p_key jsonb,
  p_id jsonb
) returns numeric
  language plpgsql
  immutable
  as $$
begin
  return case when p_key @> p_id then 1
    else coalesce((answer_by_id(p_question, p_id)->>'percent')::numeric / 100, 0) end;
end $$;
grant execute on function chosen_share(jsonb, jsonb, jsonb) to public;

-- The part of a key that is one gap's: ids of its answers, and the texts that a repair accepts in it besides.
create or replace function key_of_gap(
  p_question jsonb,
  p_key jsonb,
  p_gap text
) returns jsonb
  language plpgsql
  immutable
  as $$
declare
  v_own jsonb := '[]';
begin
  for i in 0 .. jsonb_array_length(p_key) - 1 loop
    if p_key->i->>'gap' = p_gap then
      v_own := v_own || jsonb_build_array(p_key->i->'title');
    elsif answer_by_id(p_question, p_key->i)->>'gap' = p_gap then
      v_own := v_own || jsonb_build_array(p_key->i);
    end if;
  end loop;
  return v_own;
end $$;
grant execute on function key_of_gap(jsonb, jsonb, text) to public;

-- What a text with gaps gives, all or the mean of them: of each gap a number names what was chosen, a text was typed.
create or replace function gaps_share(
  p_question jsonb,
  p_key jsonb,
  p_response jsonb
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_gaps text[] := '{}';
  v_gap text;
  v_sum numeric := 0;
  v_whole integer := 0;
  v_share numeric;
begin
  for i in 0 .. jsonb_array_length(p_question->'answers') - 1 loop
    v_gap := p_question->'answers'->i->>'gap';
    continue when v_gap = any (v_gaps);
    v_gaps := v_gaps || v_gap;
    v_share := case jsonb_typeof(p_response->v_gap)
      when 'number' then chosen_share(p_question, key_of_gap(p_question, p_key, v_gap), p_response->v_gap)
      when 'string' then typed_share(p_question, key_of_gap(p_question, p_key, v_gap), p_response->>v_gap)
      else 0 end;
    v_sum := v_sum + v_share;
    v_whole := v_whole + (v_share = 1)::integer;
  end loop;
  return case p_question->>'credit' when 'parts' then v_sum / nullif(cardinality(v_gaps), 0)
    else (v_whole = cardinality(v_gaps))::integer end;
end $$;
grant execute on function gaps_share(jsonb, jsonb, jsonb) to public;

-- What an answer of several parts gives, all or its part of them: of a choice those chosen rightly less those chosen
-- wrongly, of an ordering those in their place, of a matching the right pairs. Null: other types have no parts.
create or replace function parts_share(
  p_type text,
  p_key jsonb,
  p_answer_ids integer[],
  p_response jsonb,
  p_in_parts boolean
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_right integer := 0;
  v_parts integer;
  v_id integer;
begin
  if p_type = 'choice' then
    foreach v_id in array coalesce(p_answer_ids, '{}') loop
      v_right := v_right + case when p_key @> to_jsonb(v_id) then 1 else -1 end;
    end loop;
    v_right := greatest(0, v_right);
    v_parts := jsonb_array_length(p_key);
  elsif p_type = 'ordering' then
    v_parts := jsonb_array_length(p_key);
    for i in 1 .. v_parts loop
      v_right := v_right + coalesce((p_key->(i - 1) = to_jsonb(p_answer_ids[i]))::integer, 0);
    end loop;
  elsif p_type = 'matching' then
    select count(*) filter (where p_response->k.key = k.value), count(*) into v_right, v_parts from jsonb_each(p_key) k;
  end if;
  return case when p_in_parts then v_right::numeric / nullif(v_parts, 0) else (v_right = v_parts)::integer end;
end $$;
grant
  execute
  on
    function parts_share(text, jsonb, integer[], jsonb, boolean)
  to
  public;

-- The share of its score, 0 to 1, that an answer earns by a key.
create or replace function earned_share(
  p_question jsonb,
  p_key jsonb,
  p_answer_ids integer[],
  p_response jsonb
) returns numeric
  language plpgsql
  immutable
  as $$
declare
  v_type text := coalesce(p_question->>'type', 'choice');
  v_in_parts boolean := coalesce(p_question->>'credit' = 'parts', false);
begin
  if v_type in ('short_answer', 'number') then
    return typed_share(p_question, p_key, p_response #>> '{}');
  elsif v_type = 'gaps' then
    return gaps_share(p_question, p_key, p_response);
  elsif v_type = 'hotspot' then
    return marks_share(p_question, p_key, p_response);
  elsif v_type = 'choice' and v_in_parts
      and not coalesce((p_question->>'multiple_right_answers')::boolean, false) then
    return chosen_share(p_question, p_key, to_jsonb(p_answer_ids[1]));
  end if;
  return parts_share(v_type, p_key, p_answer_ids, p_response, v_in_parts);
end $$;
grant
  execute
  on
    function earned_share(jsonb, jsonb, integer[], jsonb)
  to
  public;
