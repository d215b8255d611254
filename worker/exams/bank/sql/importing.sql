-- Questions that come into the bank from a file: their folders and tags, and which of them are there already.

-- What a question says, to tell whether another says the same: words, answers whatever their ids, and p_files.
create or replace function question_digest(
  q questions,
  p_files text
) returns text
  language sql
  immutable
  as $$
  select md5(jsonb_build_array(q.type, q.title, regexp_replace(q.description, '/api/v1/media/\d+', '', 'g'), q.gap_text,
    q.unit, q.match_case, q.multiple_right_answers, coalesce(q.hotspot, '{}'), p_files, (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('title', a->>'title',
                 'is_right_answer', (a->>'is_right_answer')::boolean, 'tolerance', a->'tolerance',
                 'percent', a->'percent', 'match', a->'match',
                 'gap', a->'gap', 'area', a->'area', 'feedback', a->'feedback')) order by n)
        from jsonb_array_elements(q.answers) with ordinality t(a, n)))::text)
$$;

-- The files of a question that is there, by what they are to it and how long they are: with those that a file brings
-- nothing else can be compared before they are stored.
create or replace function lengths_of_files(q questions) returns text
  language sql
  stable
  as $$
  select coalesce(string_agg(case when f.position = 0 then 'inline' else 'attachment' end || d.size, ' '
      order by f.position = 0, d.size), '')
    from question_files f join media d on d.id = f.media_id
    where f.company_id = q.company_id and f.question_id = q.id and f.removed_at is null
      and (f.position > 0 or q.description ~ ('/api/v1/media/' || d.id || '\M'))
$$;

-- Which questions of a file are in the bank already, word for word, and where; of those that are put away, and those
-- whose key is kept from the caller, nothing is said. p_files, as `take_question_files` has them.
create or replace function known_bank_questions(
  p_questions jsonb,
  p_files jsonb
) returns table (place integer, question_id integer, folder_id integer)
  language sql
  stable
  as $$
  with lengths as (
    select (f->>'question')::bigint as place, string_agg((f->>'kind') || (f->'file'->>'size'), ' '
        order by f->>'kind' = 'inline', (f->'file'->>'size')::bigint) as files
      from jsonb_array_elements(p_files) f group by 1
  ), given as materialized (
    select g.n, q.title, question_digest(q, coalesce(l.files, '')) as digest
      from jsonb_array_elements(p_questions) with ordinality g(each, n)
      cross join lateral jsonb_populate_record(null::questions, g.each) q
      left join lengths l on l.place = g.n
  ), alike as materialized (
    select e.question_id, e.folder_id, question_digest(q, lengths_of_files(q)) as digest from bank_entries e
      join questions q on q.company_id = e.company_id and q.id = e.question_id
      where e.company_id = app_company() and e.archived_at is null and q.title in (select g.title from given g)
  )
  select distinct on (g.n) g.n::integer, a.question_id, a.folder_id from given g join alike a on a.digest = g.digest
    where a.question_id not in (select bank_questions_taken())
    order by g.n, a.question_id
$$;

-- The folders below one that paths of names lead to, made as far as they are not there: which folder, by path.
create or replace function take_folders(
  p_folder integer,
  p_paths jsonb
) returns table (path jsonb, folder_id integer)
  language plpgsql
  as $$
declare
  v_paths jsonb[] := array(
    select p from jsonb_array_elements(p_paths) with ordinality t(p, n) group by p order by min(n));
  v_at integer[] := array_fill(p_folder, array[cardinality(v_paths)]);
  v_deepest integer := (select coalesce(max(jsonb_array_length(p)), 0) from unnest(v_paths) p);
begin
  if levels_with(null, p_folder) + v_deepest - 1 > folder_levels() then
    perform fail('folder_too_deep', 'folder', folder_levels()::text);
  end if;
  for v_level in 1..v_deepest loop
    insert into bank_folders (company_id, parent_id, name)
      select distinct on (v_at[n], lower(w.name)) app_company(), v_at[n], w.name
        from generate_subscripts(v_paths, 1) n cross join lateral (select v_paths[n]->>(v_level - 1) as name) w
        where w.name is not null and not exists (
          select from bank_folders f
            where f.company_id = app_company() and f.parent_id = v_at[n] and lower(f.name) = lower(w.name))
        order by v_at[n], lower(w.name), n;
    v_at := array(
      select coalesce(f.id, v_at[n]) from generate_subscripts(v_paths, 1) n
        left join (
          select b.parent_id, lower(b.name) as name, min(b.id) as id from bank_folders b
            where b.company_id = app_company() group by 1, 2) f
          on f.parent_id = v_at[n] and f.name = lower(v_paths[n]->>(v_level - 1))
        order by n);
  end loop;
  return query select * from unnest(v_paths, v_at);
end $$;

-- The tags that questions of a file bring, as the bank spells them by now, else as the file does first.
create or replace function tags_from_file(
  p_questions jsonb
) returns table (place bigint, tags text[])
  language sql
  stable
  as $$
  with given as materialized (
    select g.n, t.tag, lower(t.tag) as word, t.at from jsonb_array_elements(p_questions) with ordinality g(each, n)
      cross join lateral jsonb_array_elements_text(coalesce(g.each->'tags', '[]')) with ordinality t(tag, at)
  ), used as (
    select k.tag, count(*) as questions from bank_entries e cross join unnest(e.tags) k(tag)
      where e.company_id = app_company() and lower(k.tag) in (select g.word from given g) group by k.tag
  ), spelled as materialized (
    select distinct on (s.word) s.word, s.tag
      from (
        select lower(u.tag) as word, u.tag, u.questions, 0 as n, 0 as at from used u
        union all
        select g.word, g.tag, 0, g.n, g.at from given g) s
      order by s.word, s.questions desc, s.n, s.at, s.tag
  )
  select g.n, array_agg(s.tag order by g.at) from given g join spelled s on s.word = g.word group by g.n
$$;

-- Puts questions that come from a file into a folder of the bank, and into those that each names within it (`folders`),
-- with their tags and files. Those that are there already only with p_copies. Says of each place what was added, and
-- which question says the same.
create or replace function take_bank_questions(
  p_folder integer,
  p_questions jsonb,
  p_files jsonb,
  p_copies boolean
) returns jsonb
  language plpgsql
  as $$
declare
  v_known jsonb;
  v_kept jsonb;
  v_ids integer[];
  v_places integer[];
begin
  -- One file after another, so that one sent twice at once is there when the second comes.
  perform pg_advisory_xact_lock(hashtext('bank_files'), app_company());
  select coalesce(jsonb_object_agg(k.place, to_jsonb(k) - 'place'), '{}') into v_known
    from known_bank_questions(p_questions, p_files) k;
  select coalesce(jsonb_agg(g.each order by g.n), '[]'), array_agg(g.n order by g.n) into v_kept, v_places
    from jsonb_array_elements(p_questions) with ordinality g(each, n) where p_copies or not v_known ? g.n::text;
  v_ids := insert_questions(null, v_kept, 0);
  perform take_question_files(v_ids, (
    select coalesce(jsonb_agg(f || jsonb_build_object('question', array_position(v_places, (f->>'question')::integer))
        order by n), '[]')
      from jsonb_array_elements(p_files) with ordinality t(f, n) where (f->>'question')::integer = any (v_places)));
  -- As save_folder, and only now: questions and files take most of the time, for which nobody who saves a folder waits.
  perform pg_advisory_xact_lock(hashtext('bank_folders'), app_company());
  perform require_folder(p_folder);
  with taken as materialized (
    select t.path, t.folder_id from take_folders(p_folder, (
      select coalesce(jsonb_agg(k->'folders'), '[]') from jsonb_array_elements(v_kept) k where k ? 'folders')) t
  ), tagged as materialized (
    select t.place, t.tags from tags_from_file(p_questions) t
  )
  insert into bank_entries (company_id, question_id, folder_id, tags, version)
    select app_company(), q.id, coalesce(t.folder_id, p_folder), coalesce(s.tags, '{}'), 1 from questions q
      join jsonb_array_elements(p_questions) with ordinality g(each, n) on g.n = q.position
      left join taken t on t.path = g.each->'folders'
      left join tagged s on s.place = g.n
      where q.company_id = app_company() and q.id = any (v_ids);
  -- Words with their files are one version.
  perform note_first_versions(v_ids);
  return (
    select jsonb_agg(jsonb_build_object('added', q.id, 'copy_of', v_known->g.n::text) order by g.n)
      from jsonb_array_elements(p_questions) with ordinality g(each, n)
      left join questions q on q.company_id = app_company() and q.id = any (v_ids) and q.position = g.n);
end $$;
