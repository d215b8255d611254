import { sanitize } from '../../../worker/platform/words/rich-text.ts';
import { COURSES, COURSE_LINKS } from '../company.ts';
import { readQuestions, type WrittenCourse } from '../content.ts';
import type { BuiltCourse } from '../journey.ts';
import type { Story } from '../story.ts';

/** What a draw asks for beside its folder and number. */
const NEW_DRAW = { subfolders: true, tags: [], types: [] };

/** The courses of the company, one a day, each filled by its first coach. */
export async function writeCourses(story: Story): Promise<BuiltCourse[]> {
  const courses: BuiltCourse[] = [];
  for (const [index, written] of COURSES.entries())
    courses.push(await writeCourse(story, written, 46 - index));
  return courses;
}

/** A course with its materials and published forms, made by an admin and filled by its first coach. */
async function writeCourse(story: Story, written: WrittenCourse, age: number): Promise<BuiltCourse> {
  const { coaches, groups } = COURSE_LINKS[written.key]!;
  await story.actAs('t.levchenko', age);
  const id = await insertCourse(story, written);
  story.courses.set(written.key, id);
  await story.rows(
    `with grouped as (
       insert into course_groups (company_id, course_id, group_id, created_at)
         select app_company(), $1, g, app_now() from unnest($2::integer[]) g
     )
     insert into course_members (company_id, course_id, user_id, role, created_at)
       select app_company(), $1, u, 'coach', app_now() from unnest($3::integer[]) u`,
    [id, groups.map((key) => story.groups.get(key)), coaches.map((key) => story.person(key))],
  );
  await story.actAs(coaches[0]!, age - 0.2);
  return { id, key: written.key, materials: await writeMaterials(story, id, written) };
}

export async function insertCourse(story: Story, written: WrittenCourse): Promise<number> {
  const [course] = await story.rows<{ id: number }>(
    `with category as (
       insert into course_categories (company_id, name) select app_company(), $1
         where not exists (select from course_categories where company_id = app_company() and name = $1) returning id
     )
     insert into courses (company_id, name, description, detailed_description, theme_color, material_access, certificate_months,
                          category_id, published_at, created_at)
       select app_company(), $2, $3, $4, $5, $6, $7, (
                select id from category union all
                select id from course_categories where company_id = app_company() and name = $1 limit 1
              ), app_now(), app_now()
       returning id`,
    [
      written.category,
      written.name,
      written.description,
      sanitize(written.detailed_description),
      written.theme_color,
      written.material_access,
      written.certificate_months ?? null,
    ],
  );
  return course!.id;
}

export async function writeMaterials(
  story: Story,
  course_id: number,
  { materials }: WrittenCourse,
): Promise<BuiltCourse['materials']> {
  const given = materials.map((material, index) => {
    const base = {
      position: index + 1,
      type: material.type,
      name: material.name,
      description: material.description,
    };
    if ('text' in material) return { ...base, text: sanitize(material.text) };
    const { form } = material;
    return {
      ...base,
      text: '',
      form: {
        time_limit: form.time_limit,
        is_one_attempt_allowed: form.attempts === 1,
        attempt_limit: form.attempts === 1 ? null : form.attempts,
        passing_score_type: form.passing_score_type,
        passing_score: form.passing_score,
        rating_system: form.rating_system,
        text_after_success_passing: form.success,
        text_after_failure_passing: form.failure,
        draws: (form.draws ?? []).map(({ folder, ...rule }) => ({
          ...NEW_DRAW,
          ...rule,
          folder_id: story.folders.get(folder),
        })),
        ...form.more,
      },
      questions: readQuestions(form.questions),
    };
  });
  const stored = JSON.stringify(given);
  await story.rows(
    `insert into materials (company_id, course_id, name, description, type, text, position, created_at)
       select app_company(), $1, name, description, type, text, position, app_now()
         from jsonb_to_recordset($2) as m(name text, description text, type text, text text, position integer)`,
    [course_id, stored],
  );
  // Settings that a form does not name keep the table's defaults.
  await story.rows(
    `insert into forms (company_id, material_id, form_type, name, description, time_limit, is_one_attempt_allowed,
         attempt_limit, passing_score_type, passing_score, rating_system, text_after_success_passing,
         text_after_failure_passing, shuffle_questions, shuffle_answers, show_uncounted_answers, show_right_answers,
         disable_autosave_for_all_respondents, issue_certificate, publication_after_passing, pages, draws, created_at)
       select app_company(), m.id, case m.type when 'exam' then 2 else 1 end, m.name, '', f.time_limit,
              f.is_one_attempt_allowed, f.attempt_limit, f.passing_score_type, f.passing_score, f.rating_system,
              f.text_after_success_passing, f.text_after_failure_passing, coalesce(f.shuffle_questions, false),
              coalesce(f.shuffle_answers, false), coalesce(f.show_uncounted_answers, true),
              coalesce(f.show_right_answers, false), coalesce(f.disable_autosave_for_all_respondents, false),
              coalesce(f.issue_certificate, false), coalesce(f.publication_after_passing, true), coalesce(f.pages, 'all'),
              f.draws, app_now()
         from jsonb_to_recordset($2) as g(position integer, form jsonb)
         join materials m on m.company_id = app_company() and m.course_id = $1 and m.position = g.position
         cross join lateral jsonb_populate_record(null::forms, g.form) f
         where g.form is not null order by m.position`,
    [course_id, stored],
  );
  await story.rows(
    `select insert_questions(f.id, g.questions, 0)
       from jsonb_to_recordset($2) as g(position integer, questions jsonb)
       join materials m on m.company_id = app_company() and m.course_id = $1 and m.position = g.position
       join forms f on f.company_id = m.company_id and f.material_id = m.id
       order by m.position`,
    [course_id, stored],
  );
  const published = await publishForms(story, course_id);
  const made = await story.rows<{ id: number; type: 'theory' }>(
    'select id, type from materials where company_id = app_company() and course_id = $1 order by position',
    [course_id],
  );
  return made.map(({ id, type }) => {
    const form = published.find((it) => it.material_id === id);
    return {
      id,
      type,
      form: form ? { id: form.form_id, minutes: form.minutes, questions: form.questions } : null,
    };
  });
}

/** Publishes the drafts of a course as they stand. */
async function publishForms(story: Story, course_id: number) {
  await story.rows(
    `select publish_form(f.id, draft_settings(f), draft_questions(f.id))
       from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
       where m.company_id = app_company() and m.course_id = $1`,
    [course_id],
  );
  return story.rows<{ form_id: number; material_id: number; questions: never[]; minutes: number }>(
    `select v.form_id, f.material_id, v.questions, coalesce((v.settings->>'time_limit')::integer, 120) as minutes
       from forms f
       join materials m on m.company_id = f.company_id and m.id = f.material_id
       join current_versions v on v.company_id = f.company_id and v.form_id = f.id
       where m.company_id = app_company() and m.course_id = $1`,
    [course_id],
  );
}
