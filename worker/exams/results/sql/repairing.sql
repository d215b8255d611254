-- Repairs of a key.

set role osnova_system;

-- The answers of a question as they read and where they are, whatever is right of them. A match without an answer is
-- none.
create or replace function answer_titles(p_answers jsonb) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_object_agg(a->>'id', coalesce(a->'area' || jsonb_build_object('title', a->'title'),
    a->'title')), '{}') from jsonb_array_elements(p_answers) a where not (a ? 'match' and a->>'title' = '')
$$;
grant execute on function answer_titles(jsonb) to public;

-- What a matching offers, by its ids; anything else offers nothing.
create or replace function offered_matches(p_answers jsonb) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_object_agg(o.id, o.title), '{}') from match_options(p_answers) o
$$;
grant execute on function offered_matches(jsonb) to public;

-- The key of a version as repairs left it: ids of right answers by question, null where it is annulled.
create or replace function mended_keys(
  p_version integer,
  p_without integer default null,
  p_more jsonb default null
) returns jsonb
  language sql
  stable
  as $$
  select coalesce((select jsonb_object_agg(q->>'id', q->'right')
    from asked_questions(p_version) t(q, place)), '{}')
    || coalesce((select jsonb_object_agg(last.question, last.key) from (
         select distinct on (k.key) k.key as question, k.value as key
           from key_overlays(array[p_version], p_without, p_more) o cross join lateral jsonb_each(o.keys) k
             order by k.key, o.place desc
       ) last), '{}')
$$;
grant execute on function mended_keys(integer, integer, jsonb) to public;

-- The key of a matching by what a change says belongs to each of its answers. Refuses what it does not offer, and an
-- answer that is left out.
create or replace function paired_key(
  p_question jsonb,
  p_change jsonb
) returns jsonb
  language plpgsql
  stable
  as $$
declare
  v_key jsonb;
begin
  select jsonb_object_agg(p->>'answer_id', o.id) into v_key
    from jsonb_array_elements(coalesce(p_change->'pairs', '[]')) p
    join match_options(p_question->'answers') o on o.title = p->>'match';
  if v_key is null or jsonb_array_length(p_change->'pairs') <> (select count(*) from jsonb_object_keys(v_key))
     or array(select jsonb_object_keys(v_key) order by 1) <> array(select a->>'id' from
       jsonb_array_elements(p_question->'answers') a where a->>'title' <> '' order by 1) then
    perform fail('invalid_choice', 'changes');
  end if;
  return v_key;
end $$;

-- The key that a change gives a question: null where it annuls it. Of a choice or a typed answer the sorted right
-- answers, and behind them the texts that a typed one accepts besides; of an ordering all of its answers, of a matching
-- its pairs. Refuses what cannot be a key.
create or replace function repaired_key(
  p_question jsonb,
  p_change jsonb
) returns jsonb
  language plpgsql
  stable
  as $$
declare
  v_type text := coalesce(p_question->>'type', 'choice');
  v_given jsonb := coalesce(nullif(p_change->'right_answer_ids', 'null'), '[]');
  v_accepted jsonb := coalesce(nullif(p_change->'accepted', 'null'), nullif(p_change->'gap_accepted', 'null'),
    nullif(p_change->'area_accepted', 'null'), '[]');
  v_right jsonb;
begin
  if v_type = 'matching' and p_change->'annulled' is distinct from 'true' then
    return paired_key(p_question, p_change);
  end if;
  select coalesce(jsonb_agg(distinct e), '[]') into v_right from jsonb_array_elements(v_given) e;
  if not p_question->'ids' @> v_right
     or is_by_hand(v_type) and p_change->'annulled' is distinct from 'true'
     or p_change ? 'pairs'
     or v_accepted <> '[]' and p_change ? 'accepted' and v_type not in ('short_answer', 'number')
     or p_change ? 'gap_accepted' and v_type <> 'gaps'
     or p_change ? 'area_accepted' and v_type <> 'hotspot'
     or v_type = 'gaps' and exists (select from jsonb_array_elements(v_accepted) e
       where gap_options(p_question->'answers')->(e->>'gap') is distinct from 'null')
     or v_type = 'ordering' and v_given <> '[]' and jsonb_array_length(v_given) <> jsonb_array_length(p_question->'ids')
  then
    perform fail('invalid_choice', 'changes');
  elsif coalesce((p_change->>'annulled')::boolean, false) then
    return null;
  elsif v_right = '[]' and v_accepted = '[]' or v_type = 'gaps' and exists (
      select from jsonb_object_keys(gap_options(p_question->'answers')) gap
        where key_of_gap(p_question, v_right || v_accepted, gap) = '[]') then
    perform fail('question_without_right_answer', 'changes');
  elsif v_type = 'choice' and jsonb_array_length(v_right) > 1
        and not (p_question->>'multiple_right_answers')::boolean then
    perform fail('question_single_right_answer', 'changes');
  elsif v_type = 'number' and exists (
      select from jsonb_array_elements_text(v_accepted) e where typed_number(e) is null) then
    perform fail('not_number', 'changes');
  end if;
  return case v_type when 'ordering' then v_given else v_right || v_accepted end;
end $$;

-- The versions of a form that ask a question as one of them has it; where it is annulled, whatever it offers.
create or replace function versions_asking(
  p_form integer,
  p_question jsonb,
  p_annulled boolean
) returns jsonb
  language sql
  stable
  as $$
  select jsonb_agg(v.id order by v.id)
    from form_versions v, version_question(v.id, (p_question->>'id')::integer) q
    where v.company_id = app_company() and v.form_id = p_form and q is not null
      and answer_titles(q->'answers') = answer_titles(p_question->'answers')
      and (p_annulled or offered_matches(q->'answers') = offered_matches(p_question->'answers'))
      and question_picture(q) is not distinct from question_picture(p_question)
$$;

-- Changes as a repair keeps them: with the key and the versions that ask the same question. Refuses what cannot be a
-- key, two changes of one question in one version, and a form in which nothing would count any more.
create or replace function repair_changes(
  p_form integer,
  p_changes jsonb
) returns jsonb
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_change jsonb;
  v_question jsonb;
  v_key jsonb;
  v_versions jsonb;
  v_changes jsonb := '[]';
  v_latest form_versions;
begin
  for v_change in select value from jsonb_array_elements(p_changes) loop
    select q into v_question from form_versions v, version_question(v.id, (v_change->'question_id')::integer) q
      where v.company_id = app_company() and v.form_id = p_form and q is not null
        and v.number = coalesce((v_change->>'version')::integer, v.number)
        order by v.number desc limit 1;
    if v_question is null then
      perform fail('invalid_choice', 'changes');
    end if;
    v_key := repaired_key(v_question, v_change);
    v_versions := versions_asking(p_form, v_question, v_key is null);
    if exists (select from jsonb_array_elements(v_changes) c, jsonb_array_elements(v_versions) v
        where c @> jsonb_build_object('question_id', v_change->'question_id', 'versions', jsonb_build_array(v))) then
      perform fail('invalid_choice', 'changes');
    end if;
    v_changes := v_changes || jsonb_build_array(
      jsonb_build_object('question_id', v_change->'question_id', 'versions', v_versions)
        || case when v_key is null then '{"annulled": true}' else jsonb_build_object('right', v_key) end);
  end loop;
  select v.* into v_latest from form_versions v
    where v.company_id = app_company() and v.form_id = p_form order by v.number desc limit 1;
  -- What is drawn is another question each time, and something of it is left.
  if not v_latest.settings ? 'draws' and not exists (select from jsonb_each(mended_keys(v_latest.id, null, v_changes)) k
                   join jsonb_array_elements(v_latest.questions) q on q->>'id' = k.key
                   where k.value <> 'null' and (q->>'score')::integer > 0) then
    perform fail('repair_leaves_nothing', 'changes');
  end if;
  return v_changes;
end $$;

-- The completed attempts that changes concern.
create or replace function attempts_under(
  p_form integer,
  p_changes jsonb
) returns integer[]
  language sql
  stable
  as $$
  select coalesce(array_agg(t.id), '{}') from attempts t
    where t.company_id = app_company() and t.form_id = p_form and t.status = 'completed' and t.form_version_id in (
      select (v #>> '{}')::integer from jsonb_array_elements(p_changes) c, jsonb_array_elements(c->'versions') v)
$$;

-- Whether somebody has passed all other forms by which a course certifies: one that is missing keeps the certificate
-- away, whatever becomes of this one.
create or replace function passed_others(
  p_course integer,
  p_form integer,
  p_user integer
) returns boolean
  language sql
  stable
  as $$
  select not exists (
    select from forms f
      join materials m on m.company_id = f.company_id and m.id = f.material_id and m.course_id = p_course
        and m.deleted_at is null and m.archived_at is null
      join current_versions v on v.company_id = f.company_id and v.form_id = f.id
        and (v.settings->>'issue_certificate')::boolean
      where f.company_id = app_company() and f.id <> p_form and f.deleted_at is null and not exists (
        select from attempts o
          where o.company_id = f.company_id and o.form_id = f.id and o.user_id = p_user and o.status = 'completed'
            and (select g.passed from gradings g where g.company_id = o.company_id and g.attempt_id = o.id
              order by g.id desc limit 1)))
$$;

-- What a repair would change: per attempt the grade before and after, and what becomes of the course's certificate. It
-- tells of the key as much as the repair does.
create or replace function preview_repair(
  p_course integer,
  p_form integer,
  p_changes jsonb,
  p_only_raise boolean
) returns table (
  attempt_id integer,
  user_id integer,
  number integer,
  before jsonb,
  after jsonb,
  certificate text
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
#variable_conflict use_column
declare
  v_changes jsonb;
  v_certifies boolean;
begin
  perform require_form(p_course, p_form);
  perform refuse_own_grading(p_form);
  perform end_due_attempts();
  v_changes := repair_changes(p_form, p_changes);
  select (v.settings->>'issue_certificate')::boolean into v_certifies
    from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  return query
  with judged as materialized (
    select t.id, t.user_id, t.number, t.assignment_id, g.score, g.max_score, g.percent, g.ects, g.passed, g.explanation,
           r.score as new_score, r.max_score as new_max, round(r.percent, 2) as new_percent,
             ects(r.percent) as new_ects,
           r.passed as new_passed, r.explanation as new_explanation
      from regraded(attempts_under(p_form, v_changes), null, v_changes, p_only_raise) r
      join attempts t on t.id = r.attempt_id
      cross join lateral (select * from gradings where company_id = t.company_id and attempt_id = t.id order by id desc
        limit 1) g
  ), people as (
    select j.user_id, bool_or(j.new_passed) or elsewhere.passed as passes,
      bool_or(j.passed) or elsewhere.passed as passed
      from judged j
      cross join lateral (
        select exists (select from attempts o
          where o.company_id = app_company() and o.assignment_id = j.assignment_id and o.status = 'completed'
                         and o.id not in (select k.id from judged k)
                         and (select g.passed from gradings g where g.company_id = o.company_id and g.attempt_id = o.id
                           order by g.id desc limit 1)) as passed
      ) elsewhere
      group by j.user_id, elsewhere.passed
  )
  select j.id, j.user_id, j.number,
         jsonb_build_object('score', j.score, 'max_score', j.max_score, 'percent', j.percent, 'ects', j.ects,
           'passed', j.passed),
         jsonb_build_object('score', j.new_score, 'max_score', j.new_max, 'percent', j.new_percent, 'ects', j.new_ects,
           'passed', j.new_passed),
         case when v_certifies and p.passes <> p.passed and passed_others(p_course, p_form, j.user_id)
              then case when p.passes then 'gained' else 'lost' end end
    from judged j join people p on p.user_id = j.user_id
    where (j.explanation, j.passed) is distinct from (j.new_explanation, j.new_passed)
    order by abs(j.new_percent - j.percent) desc, j.id;
end $$;
grant
  execute
  on
    function preview_repair(integer, integer, jsonb, boolean)
  to
  osnova_worker;

-- What a typed answer accepts by a key, in words; what belongs to a gap begins with its number.
create or replace function accepted_texts(
  p_answers jsonb,
  p_key jsonb
) returns text[]
  language sql
  immutable
  as $$
  select coalesce(array_agg(w.text order by w.text), '{}') from jsonb_array_elements(p_key) k
    left join jsonb_array_elements(p_answers) a on a->'id' = k
    cross join lateral (
      select coalesce(coalesce(a->>'gap', k->>'gap') || ' ', '') || coalesce(a->>'title', k->>'title', k #>> '{}')
        as text) w
$$;

-- Answers of a draft's text with gaps under a key that changed: of a list each says whether it is right; of what is
-- typed those accepted no more are left out, and those accepted now come behind.
create or replace function mended_gaps(
  p_answers jsonb,
  p_published jsonb,
  p_before jsonb,
  p_after jsonb
) returns jsonb
  language sql
  volatile
  as $$
  select with_answer_ids(coalesce(jsonb_agg(a order by n), '[]'), p_answers) from (
    select case when is_right or was_right then a || jsonb_build_object('is_right_answer', is_right) else a end as a, n
      from jsonb_array_elements(p_answers) with ordinality t(a, n)
      cross join lateral (select (a->>'gap') || ' ' || (a->>'title') as word) w
      cross join lateral (select word = any (accepted_texts(p_published, p_after)) as is_right,
        word = any (accepted_texts(p_published, p_before)) as was_right,
        gap_options(p_published)->(a->>'gap') is not distinct from 'null' as typed) k
      where is_right or not (typed and was_right)
    union all
    select coalesce(a, k) || '{"is_right_answer": true}', 1000 + n
      from jsonb_array_elements(p_after) with ordinality t(k, n)
      left join jsonb_array_elements(p_published) a on a->'id' = k
      cross join lateral (select coalesce(a, k) - array['id', 'is_right_answer', 'percent'] as word) w
      where not exists (select from jsonb_array_elements(p_answers) d where d @> w.word)) f
$$;

-- What is right on a picture by a key, in one order.
create or replace function right_areas(
  p_answers jsonb,
  p_key jsonb
) returns jsonb
  language sql
  immutable
  as $$
  select coalesce(jsonb_agg(w.named order by w.named::text), '[]') from jsonb_array_elements(p_key) k
    left join jsonb_array_elements(p_answers) a on a->'id' = k
    cross join lateral (
      select jsonb_build_object('title', coalesce(a, k)->'title', 'area', coalesce(a, k)->'area') as named) w
$$;

-- Areas of a draft's picture under a key that changed: each says whether it is right; one that only a repair accepted
-- is left out again, and those accepted now come behind.
create or replace function mended_areas(
  p_answers jsonb,
  p_published jsonb,
  p_before jsonb,
  p_after jsonb
) returns jsonb
  language sql
  volatile
  as $$
  select with_answer_ids(coalesce(jsonb_agg(a order by n), '[]'), p_answers) from (
    select case when is_right or was_right then a || jsonb_build_object('is_right_answer', is_right) else a end as a, n
      from jsonb_array_elements(p_answers) with ordinality t(a, n)
      cross join lateral (
        select jsonb_build_array(jsonb_build_object('title', a->'title', 'area', a->'area')) as named) w
      cross join lateral (select right_areas(p_published, p_after) @> named as is_right,
        right_areas(p_published, p_before) @> named as was_right) k
      where is_right or not was_right or exists (
        select from jsonb_array_elements(p_published) d where jsonb_build_array(d) @> named)
    union all
    select named || '{"is_right_answer": true}', 1000 + n
      from jsonb_array_elements(right_areas(p_published, p_after)) with ordinality t(named, n)
      where not p_answers @> jsonb_build_array(named)) f
$$;

-- Pairs of a draft under a key that changed. What belongs to no answer any more is offered all the same, and named by
-- its id alone, which nobody is asked with beside it.
create or replace function mended_pairs(
  p_answers jsonb,
  p_after jsonb
) returns jsonb
  language sql
  immutable
  as $$
  with offered as (
    select o.id, o.title, exists (select from jsonb_each(p_after) k where k.value = to_jsonb(o.id)) as is_used
      from match_options(p_answers) o
  )
  select jsonb_agg(a order by n) from (
    select a || jsonb_build_object('match', o.title, 'match_id', o.id) as a, n
      from jsonb_array_elements(p_answers) with ordinality t(a, n)
      join offered o on to_jsonb(o.id) = p_after->(a->>'id')
    union all
    select jsonb_build_object('id', o.id, 'title', '', 'is_right_answer', false, 'match', o.title, 'match_id', o.id),
           1000 + row_number() over (order by o.title)
      from offered o where not o.is_used) f
$$;

-- Answers of a draft under a key that changed: those of an ordering in its order, of a matching its pairs; of a typed
-- answer those accepted no more are left out, and those accepted now come behind; of a choice each says whether it is
-- right.
create or replace function mended_answers(
  p_question questions,
  p_published jsonb,
  p_before jsonb,
  p_after jsonb
) returns jsonb
  language sql
  volatile
  as $$
  select case when (p_question).type in ('short_answer', 'number') then with_answer_ids(coalesce((
      select jsonb_agg(a order by n) from (
        select a, n from jsonb_array_elements((p_question).answers) with ordinality t(a, n)
          where a->>'title' = any (accepted_texts(p_published, p_after))
            or not a->>'title' = any (accepted_texts(p_published, p_before))
        union all
        select jsonb_build_object('title', given, 'is_right_answer', true), 1000 + n
          from unnest(accepted_texts(p_published, p_after)) with ordinality t(given, n)
          where not exists (
            select from jsonb_array_elements((p_question).answers) a where a->>'title' = given)) f), '[]'),
      (p_question).answers)
    when (p_question).type = 'gaps' then mended_gaps((p_question).answers, p_published, p_before, p_after)
    when (p_question).type = 'hotspot' then
      mended_areas((p_question).answers, p_published, p_before, p_after)
    when (p_question).type = 'ordering' then (
      select jsonb_agg(a order by n) from jsonb_array_elements(p_after) with ordinality k(id, n)
        join jsonb_array_elements((p_question).answers) a on a->'id' = k.id)
    when (p_question).type = 'matching' then mended_pairs((p_question).answers, p_after)
    else (
      select coalesce(jsonb_agg(a || jsonb_build_object('is_right_answer', p_after @> (a->'id')) order by n), '[]')
        from jsonb_array_elements((p_question).answers) with ordinality t(a, n)) end
$$;

-- The draft's questions follow a key that changed from one to the other, where they still are as published.
create or replace function mend_draft(
  p_form integer,
  p_before jsonb,
  p_after jsonb
) returns void
  language sql
  as $$
  update questions q set answers = mended_answers(q, published->'answers',
      coalesce(nullif(p_before->(q.id::text), 'null'), published->'right'), p_after->(q.id::text))
    from current_versions v, jsonb_array_elements(v.questions) published
    where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
      and v.company_id = q.company_id and v.form_id = q.form_id and (published->>'id')::integer = q.id
      and q.type = coalesce(published->>'type', 'choice')
      and p_before->(q.id::text) <> p_after->(q.id::text) and p_after->(q.id::text) <> 'null'
      and case when q.type in ('short_answer', 'number', 'gaps') then
          accepted_texts(published->'answers', coalesce(nullif(p_before->(q.id::text), 'null'), published->'right'))
            = accepted_texts(q.answers, question_key(q.type, q.answers))
        when q.type = 'hotspot' then
          right_areas(published->'answers', coalesce(nullif(p_before->(q.id::text), 'null'), published->'right'))
            = right_areas(q.answers, question_key(q.type, q.answers))
        else answer_titles(published->'answers') = answer_titles(q.answers)
          and offered_matches(published->'answers') = offered_matches(q.answers)
          and coalesce(nullif(p_before->(q.id::text), 'null'), published->'right') = question_key(q.type, q.answers) end
$$;

-- Holds the key of a course's form for a repair: the form, then the attempts whose publication it may settle, and the
-- key last, as whoever ends or marks an attempt does. Errors: not_found, own_form, own_assignment.
create or replace function hold_key(
  p_course integer,
  p_form integer
) returns void
  language plpgsql
  as $$
begin
  perform require_form(p_course, p_form);
  perform refuse_own_grading(p_form);
  perform from forms f where f.company_id = app_company() and f.id = p_form for no key update;
  perform from attempts t join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id and v.by_hand
    where t.company_id = app_company() and t.form_id = p_form order by t.id for update of t;
  perform lock_key(p_form, true);
end $$;

-- Mends the key, grades anew whom it concerns and tells them; the draft follows where it says what the version said.
create or replace function repair_key(
  p_course integer,
  p_form integer,
  p_changes jsonb,
  p_only_raise boolean,
  p_reason text
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
  v_repair integer;
begin
  perform hold_key(p_course, p_form);
  v_changes := repair_changes(p_form, p_changes);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  insert into key_repairs (company_id, form_id, changes, only_raise, reason, author_id, created_at)
    values (app_company(), p_form, v_changes, p_only_raise, p_reason, app_user(), app_now()) returning id into v_repair;
  perform settle_progress(mail_recounted(
    write_gradings(attempts_under(p_form, v_changes), 'repair', v_repair, true), 'regraded'), true);
  perform settle_publication(attempts_under(p_form, v_changes));
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
  return v_repair;
end $$;
grant
  execute
  on
    function repair_key(integer, integer, jsonb, boolean, text)
  to
  osnova_worker;

-- Takes a repair back, grades anew without it and tells whom it concerns; done again it changes nothing.
create or replace function undo_repair(
  p_course integer,
  p_form integer,
  p_repair integer
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_changes jsonb;
  v_latest integer;
  v_before jsonb;
begin
  perform hold_key(p_course, p_form);
  select v.id into v_latest from current_versions v where v.company_id = app_company() and v.form_id = p_form;
  v_before := mended_keys(v_latest);
  update key_repairs r set undone_at = app_now()
    where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair and r.undone_at is null
    returning r.changes into v_changes;
  if not found then
    if not exists (select from key_repairs r
      where r.company_id = app_company() and r.form_id = p_form and r.id = p_repair) then
      perform fail('not_found');
    end if;
    return;
  end if;
  perform settle_progress(mail_recounted(
    write_gradings(attempts_under(p_form, v_changes), 'undo', p_repair, true), 'regraded'), true);
  perform settle_publication(attempts_under(p_form, v_changes));
  perform mend_draft(p_form, v_before, mended_keys(v_latest));
end $$;
grant
  execute
  on
    function undo_repair(integer, integer, integer)
  to
  osnova_worker;
