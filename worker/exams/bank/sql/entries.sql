-- Questions of the bank: what they say, in which version, and whom they are kept from.

-- Makes the present words and files of a question of the bank its next version, where they differ from the last one.
create or replace function note_bank_version(p_question integer) returns integer
  language plpgsql
  as $$
declare
  v_entry bank_entries;
  v_content jsonb;
begin
  select * into v_entry from bank_entries where company_id = app_company() and question_id = p_question for update;
  select question_content(q) into v_content from questions q where q.company_id = app_company() and q.id = p_question;
  if exists (select from bank_versions b where b.company_id = v_entry.company_id and b.question_id = p_question
      and b.number = v_entry.version and b.question = v_content) then
    return v_entry.version;
  end if;
  -- The number was counted up before the first version is written: its row refers to the entry.
  update bank_entries set version = version + 1 where company_id = v_entry.company_id and question_id = p_question;
  insert into bank_versions (company_id, question_id, number, question, choice, author_id, created_at)
    values (v_entry.company_id, p_question, v_entry.version + 1, v_content, question_choice(v_content), app_user(),
            app_now());
  return v_entry.version + 1;
end $$;

-- Keeps what questions say that have just come into the bank as the first version of each: together, since counting up
-- each one would write its entry, and an entry of the history, twice.
create or replace function note_first_versions(
  p_questions integer[]
) returns void
  language sql
  as $$
  insert into bank_versions (company_id, question_id, number, question, choice, author_id, created_at)
    select q.company_id, q.id, 1, c.content, question_choice(c.content), app_user(), app_now()
      from questions q cross join lateral (select question_content(q) as content offset 0) c
      where q.company_id = app_company() and q.id = any (p_questions)
$$;

-- Questions of the bank whose key is kept from the caller: those that a test of theirs asks or may draw, and those that
-- say the same.
create or replace function bank_questions_taken() returns setof integer
  language sql
  stable
  as $$
  with taken as materialized (
    select k.form_id from form_takers k where k.company_id = app_company() and k.user_id = app_user()
  ), words as materialized (
    select distinct question_words(q.title) as words, q.bank_question_id from questions q
      where q.company_id = app_company() and q.form_id in (select form_id from taken)
  )
  select p.question_id from taken t
    join form_versions v on v.company_id = app_company() and v.form_id = t.form_id
    join form_pools p on p.company_id = v.company_id and p.form_version_id = v.id
  union
  select w.bank_question_id from words w where w.bank_question_id is not null
  union
  select e.question_id from bank_entries e
    join questions q on q.company_id = e.company_id and q.id = e.question_id
    where e.company_id = app_company() and exists (select from words)
      and question_words(q.title) in (select w.words from words w)
$$;

-- Refuses a question of the bank that a test of the caller asks or may draw.
create or replace function refuse_own_bank_question(
  p_question integer
) returns void
  language plpgsql
  as $$
begin
  if p_question in (select bank_questions_taken()) then
    perform fail('own_form');
  end if;
end $$;

-- Locks a question of the bank that the caller edits. p_version: refused unless it is still the present one.
create or replace function hold_bank_question(
  p_question integer,
  p_version integer default null
) returns bank_entries
  language plpgsql
  as $$
declare
  v_entry bank_entries;
begin
  select * into v_entry from bank_entries where company_id = app_company() and question_id = p_question for update;
  if not found or app_user_type() not in ('owner', 'admin', 'trainer') then
    perform fail('not_found');
  elsif p_version is not null and p_version <> v_entry.version then
    perform fail('bank_question_changed');
  end if;
  perform refuse_own_bank_question(p_question);
  return v_entry;
end $$;

-- Refuses a folder that the company does not have.
create or replace function require_folder(p_folder integer) returns void
  language plpgsql
  as $$
begin
  perform from bank_folders where company_id = app_company() and id = p_folder for key share;
  if not found then
    perform fail('not_found', 'folder_id');
  end if;
end $$;

-- Tags as the bank spells them by now, of those that differ by case alone.
create or replace function spelled_tags(p_tags text[]) returns text[]
  language sql
  stable
  strict
  as $$
  select array(
    select coalesce((
        select k from bank_entries e cross join unnest(e.tags) k
          where e.company_id = app_company() and lower(k) = lower(t.tag) group by k order by count(*) desc, k limit 1),
        t.tag)
      from unnest(p_tags) with ordinality t(tag, place) order by t.place)
$$;

-- Puts questions into a folder of the bank; gives their ids.
create or replace function add_bank_questions(
  p_folder integer,
  p_tags text[],
  p_questions jsonb
) returns integer[]
  language plpgsql
  as $$
declare
  v_ids integer[];
  v_tags text[] := spelled_tags(p_tags);
begin
  perform require_folder(p_folder);
  v_ids := insert_questions(null, p_questions, 0);
  insert into bank_entries (company_id, question_id, folder_id, tags, version)
    select app_company(), id, p_folder, v_tags, 1 from unnest(v_ids) id;
  perform note_first_versions(v_ids);
  return v_ids;
end $$;

-- Puts one question into a folder of the bank; gives its id.
create or replace function add_bank_question(
  p_folder integer,
  p_tags text[],
  p_question jsonb
) returns integer
  language sql
  as $$
  select (add_bank_questions(p_folder, p_tags, jsonb_build_array(p_question)))[1]
$$;

-- The questions of a folder of the bank, or with none of all of it, that the caller may read; as many at most.
create or replace function bank_questions_in(
  p_folder integer,
  p_subfolders boolean,
  p_most integer
) returns jsonb
  language plpgsql
  stable
  as $$
declare
  v_ids integer[];
begin
  if p_folder is not null
    and not exists (select from bank_folders f where f.company_id = app_company() and f.id = p_folder) then
    perform fail('not_found');
  end if;
  v_ids := array(
    select b.id from banked_questions b
      where b.company_id = app_company() and not b.archived
        and (p_folder is null or b.folder_id in (select folder_branch(p_folder, p_subfolders)))
        and not b.id in (select bank_questions_taken())
      order by b.folder_name collate "uk-x-icu", b.folder_id, b.title collate "uk-x-icu", b.id limit p_most + 1);
  if cardinality(v_ids) > p_most then
    perform fail('too_many_questions', '', p_most::text);
  end if;
  return (select coalesce(jsonb_agg(question_content(q) || jsonb_build_object('folder_id', e.folder_id, 'tags', e.tags)
      order by array_position(v_ids, q.id)), '[]')
    from questions q join bank_entries e on e.company_id = q.company_id and e.question_id = q.id
    where q.company_id = app_company() and q.id = any (v_ids));
end $$;

-- Changes the words of a question of the bank; gives the version that it is now.
create or replace function change_bank_question(
  p_question integer,
  p_content jsonb,
  p_version integer
) returns integer
  language plpgsql
  as $$
begin
  perform hold_bank_question(p_question, p_version);
  perform rewrite_questions(null, jsonb_build_array(p_content || jsonb_build_object('id', p_question)));
  return note_bank_version(p_question);
end $$;

-- The questions of the bank as its editors find them.
create or replace view banked_questions
  with (security_invoker = true)
  as
  select
    q.id,
    q.company_id,
    e.folder_id,
    f.name as folder_name,
    e.tags,
    e.version,
    e.archived_at is not null as archived,
    q.title,
    q.type,
    q.multiple_right_answers,
    q.score,
    q.answers,
    b.created_at as changed_at
  from bank_entries e
    join questions q on q.company_id = e.company_id and q.id = e.question_id
    join bank_folders f on f.company_id = e.company_id and f.id = e.folder_id
    join bank_versions b on
      b.company_id = e.company_id
        and b.question_id = e.question_id
        and b.number = e.version;
grant select on banked_questions to osnova_worker;

-- What a test takes of a question of the bank: not what it counts and whether it must be answered, and answers as they
-- read, whatever their ids.
create or replace function bank_words(p_question jsonb) returns jsonb
  language sql
  immutable
  as $$
  select p_question - array['id', 'score', 'required', 'ids', 'right'] || jsonb_build_object('answers', (
    select coalesce(jsonb_agg(a - array['id', 'match_id'] order by n), '[]')
      from jsonb_array_elements(p_question->'answers') with ordinality t(a, n)))
$$;

-- Whether a later version of a question of the bank says otherwise than the one that a test has: somebody may have made
-- an earlier one the next.
create or replace function bank_says_otherwise(
  p_question integer,
  p_version integer,
  p_latest integer
) returns boolean
  language sql
  stable
  as $$
  select p_version < p_latest and count(distinct bank_words(b.question)) > 1 from bank_versions b
    where b.company_id = app_company() and b.question_id = p_question and b.number in (p_version, p_latest)
$$;

-- The tests of courses in reach that ask or draw a question of the bank, with the version they have.
create or replace function bank_question_uses(p_question integer) returns jsonb
  language sql
  stable
  as $$
  select coalesce(jsonb_agg(jsonb_build_object('form_id', f.id, 'form_name', f.name, 'course_id', c.id,
      'course_name', c.name, 'material_id', m.id, 'kind', u.kind, 'version', u.version,
      'older', bank_says_otherwise(p_question, u.version, e.version))
      order by c.name collate "uk-x-icu", f.name collate "uk-x-icu", u.kind), '[]')
    from (
      select q.form_id, 'link' as kind, max(q.bank_version) as version from questions q
        where q.company_id = app_company() and q.bank_question_id = p_question and q.deleted_at is null
        group by q.form_id
      union all
      select v.form_id, 'draw', p.bank_version from form_pools p
        join current_versions v on v.company_id = p.company_id and v.id = p.form_version_id
        where p.company_id = app_company() and p.question_id = p_question
    ) u
    join bank_entries e on e.company_id = app_company() and e.question_id = p_question
    join forms f on f.company_id = app_company() and f.id = u.form_id
    join materials m on m.company_id = f.company_id and m.id = f.material_id and m.deleted_at is null
    join courses c on c.company_id = m.company_id and c.id = m.course_id and c.deleted_at is null
    where app_user_type() in ('owner', 'admin') or c.id in (select courses_in_reach())
$$;

-- How many tests these are.
create or replace function tests_of_bank_question(
  p_question integer
) returns integer
  language sql
  stable
  as $$
  select count(distinct u->'form_id')::integer from jsonb_array_elements(bank_question_uses(p_question)) u
$$;
grant execute on function tests_of_bank_question(integer) to osnova_worker;

-- A question of the bank as its editors get it.
create or replace function bank_question_of(
  p_question integer
) returns table (
  folder_id integer,
  tags text[],
  version integer,
  archived boolean,
  question jsonb,
  uses jsonb,
  versions jsonb
)
  language plpgsql
  stable
  rows 1
  as $$
begin
  perform refuse_own_bank_question(p_question);
  return query
  select e.folder_id, e.tags, e.version, e.archived_at is not null, question_content(q), bank_question_uses(p_question),
         (select jsonb_agg(jsonb_build_object('number', b.number, 'created_at', b.created_at,
             'author', person(u.id, u.first_name, u.last_name), 'question', b.question) order by b.number desc)
            from bank_versions b join users u on u.id = b.author_id
            where b.company_id = e.company_id and b.question_id = e.question_id)
    from bank_entries e join questions q on q.company_id = e.company_id and q.id = e.question_id
    where e.company_id = app_company() and e.question_id = p_question;
end $$;

-- Files of a question of the bank are part of what a version of it says.
create or replace function note_bank_files() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  if exists (select from bank_entries where company_id = new.company_id and question_id = new.question_id) then
    perform note_bank_version(new.question_id);
  end if;
  return null;
end $$;
revoke execute on function note_bank_files() from public;

create trigger bank_version
  after insert or update
  on question_files
  for each row
  when (not erasing())
  execute function note_bank_files();

-- What a draft has taken from the bank says what its version says: only place and section, score and whether it must be
-- answered are the test's own.
create or replace function keep_linked() returns trigger
  language plpgsql
  as $$
begin
  return jsonb_populate_record(old, jsonb_build_object('position', new.position, 'section', new.section,
    'score', new.score, 'required', new.required, 'deleted_at', new.deleted_at));
end $$;
revoke execute on function keep_linked() from public;

create trigger linked
  before update
  on questions
  for each row
  when (
    not erasing()
      and old.bank_question_id = new.bank_question_id
      and old.bank_version = new.bank_version
  )
  execute function keep_linked();

-- Whether a file is of a question of the bank, and the caller neither edits the bank nor was given it in an attempt.
create or replace function bank_file_kept(p_media integer) returns boolean
  language sql
  stable
  as $$
  select exists (
    select from question_files qf
      join bank_entries e on e.company_id = qf.company_id and e.question_id = qf.question_id
      where qf.company_id = app_company() and qf.media_id = p_media
        and (app_user_type() is distinct from 'owner') and (app_user_type() is distinct from 'admin')
        and (app_user_type() is distinct from 'trainer')
        and not exists (
          select from attempts t
            join form_pools k on k.company_id = t.company_id and k.form_version_id = t.form_version_id
              and k.question_id = e.question_id
            join bank_versions b on b.company_id = k.company_id and b.question_id = k.question_id
              and b.number = k.bank_version
            where t.company_id = app_company() and t.user_id = app_user() and e.question_id = any (t.drawn)
              and b.question->'files' @> jsonb_build_array(jsonb_build_object('id', p_media))))
$$;

-- The questions of a draft that are tied to the bank: their version, the latest that says otherwise, and what both say.
create or replace function links_of_form(
  p_form integer
) returns table (
  question_id integer,
  bank_question_id integer,
  version integer,
  latest integer,
  before jsonb,
  after jsonb
)
  language sql
  stable
  as $$
  select q.id, q.bank_question_id, q.bank_version, case when n.differs then e.version else q.bank_version end,
         case when n.differs then old.question end, case when n.differs then new.question end
    from questions q
    join bank_entries e on e.company_id = q.company_id and e.question_id = q.bank_question_id
    cross join lateral (
      select bank_says_otherwise(e.question_id, q.bank_version, e.version) as differs offset 0) n
    join bank_versions old on old.company_id = e.company_id and old.question_id = e.question_id
      and old.number = q.bank_version
    join bank_versions new on new.company_id = e.company_id and new.question_id = e.question_id
      and new.number = e.version
    where q.company_id = app_company() and q.form_id = p_form and q.deleted_at is null
    order by q.position, q.id
$$;

set role osnova_system;

-- Brings a question of a draft to the latest version of the bank's it is tied to, or with p_detach lets go of that one:
-- it is a copy from then on. Gives its form.
create or replace function settle_link(
  p_question integer,
  p_detach boolean,
  p_revision text
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_question questions;
  v_source questions;
  v_version integer;
begin
  select * into v_question from questions
    where company_id = app_company() and id = p_question and deleted_at is null;
  -- Before anything is told of the question: whether it is tied says something to whoever takes the form.
  perform hold_draft(null, v_question.form_id, p_revision);
  if v_question.bank_question_id is null then
    perform fail('not_found');
  end if;
  if p_detach then
    update questions set bank_question_id = null, bank_version = null
      where company_id = app_company() and id = p_question;
    return v_question.form_id;
  end if;
  select e.version into v_version from bank_entries e
    where e.company_id = app_company() and e.question_id = v_question.bank_question_id for share;
  if v_version = v_question.bank_version then
    return v_question.form_id;
  end if;
  perform refuse_own_bank_question(v_question.bank_question_id);
  select * into v_source from questions
    where company_id = app_company() and id = v_question.bank_question_id;
  update question_files set removed_at = app_now()
    where company_id = app_company() and question_id = p_question and removed_at is null;
  update questions q set title = v_source.title, description = v_source.description, type = v_source.type,
      credit = v_source.credit, match_case = v_source.match_case, unit = v_source.unit, gap_text = v_source.gap_text,
      feedback = v_source.feedback, work = v_source.work, marking = v_source.marking, hotspot = v_source.hotspot,
      multiple_right_answers = v_source.multiple_right_answers, answers = v_source.answers,
      bank_version = v_version
    where q.company_id = app_company() and q.id = p_question;
  perform copy_question_files(v_question.bank_question_id, p_question);
  return v_question.form_id;
end $$;
grant execute on function settle_link(integer, boolean, text) to osnova_worker;

-- Makes what a question of the bank said in an earlier version its next one, with the files that it had then; gives the
-- version that it is now. p_content: those words, as they are given to be saved.
create or replace function restore_bank_version(
  p_question integer,
  p_number integer,
  p_content jsonb,
  p_version integer
) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_files integer[];
begin
  perform hold_bank_question(p_question, p_version);
  select array(select (f->>'id')::integer from jsonb_array_elements(b.question->'files') f) into v_files
    from bank_versions b
    where b.company_id = app_company() and b.question_id = p_question and b.number = p_number;
  if not found then
    perform fail('not_found');
  end if;
  perform rewrite_questions(null, jsonb_build_array(p_content || jsonb_build_object('id', p_question)));
  update question_files f
    set removed_at = case when not f.media_id = any (v_files) then coalesce(f.removed_at, app_now()) end
    where f.company_id = app_company() and f.question_id = p_question
      and (f.removed_at is null) is distinct from (f.media_id = any (v_files));
  return note_bank_version(p_question);
end $$;
grant
  execute
  on
    function restore_bank_version(integer, integer, jsonb, integer)
  to
  osnova_worker;
