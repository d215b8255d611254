import { asSystem } from './world.ts';
import { type Company, type ExamQuestion, unique } from '../../factories/company.ts';

/** A published course with everything that a course can hold. */
export async function aFullCourse(company: Company) {
  const course = await company.aCourse({ materials: 2, chain: true });
  const exam = await company.anExam({
    course,
    settings: {
      shuffle_questions: true,
      text_after_failure_passing: 'Once more',
      passing_score_type: 'points',
      passing_score: 3,
      issue_certificate: true,
    },
  });
  const owner = company.as('owner');
  const practice = await owner.post(`/course/course/${course.id}/educational_material/`, {
    name: 'Practice without a version',
    type: 'practice',
  });
  const [kept, dropped] = exam.questions as [ExamQuestion, ExamQuestion];
  // The draft has gone on since it was published: a question less, and one with an answer more.
  const draft = await owner.get(`/course/course/${course.id}/form/${exam.form_id}/`);
  const questions = draft.body.questions.filter(({ id }: ExamQuestion) => id !== dropped.id);
  const one = questions.find(({ id }: ExamQuestion) => id === kept.id);
  one.answers.push({ title: 'one more', is_right_answer: false });
  await owner.post('/course/update_questions/', { form_id: exam.form_id, questions });
  const [theory, hidden] = course.materials as [number, number];
  const key = unique('key');
  await asSystem(
    [
      `with sorted as (insert into course_categories (company_id, name) values ($1, $3) returning id),
            photo as (insert into media (company_id, key, content_type, size) values ($1, $4 || ' photo', 'image/png', 5) returning id)
       update courses set tags = '{safety,"Fire drill"}', description = 'Short', theme_color = '#b83424',
           category_id = (select id from sorted), photo_id = (select id from photo)
         where id = $2`,
      [company.id, course.id, unique('Category'), key],
    ],
    [
      `with file as (
         insert into media (company_id, key, name, content_type, size)
           values ($1, $3 || ' inline', 'Plan.png', 'image/png', 5), ($1, $3 || ' attached', 'Rules.pdf', 'application/pdf', 7)
           returning id, key),
       laid as (insert into material_files (company_id, material_id, media_id, kind, duration, position)
         select $1, $2, id, case when key like '%inline' then 'inline' else 'attachment' end, 1.5, 3 from file)
       update materials set next_access = 'free', description = 'About it',
           text = (select '<p>A</p><img src="/api/v1/media/' || id || '"><img src="/api/v1/media/' || id || '0">' from file where key like '%inline')
         where id = $2`,
      [company.id, theory, key],
    ],
    ['update materials set archived_at = now() where id = $1', [hidden]],
    [
      `update courses set detailed_description = '<p>See</p><img src="/api/v1/media/' || (
         select media_id from material_files where material_id = $2 and kind = 'inline') || '">' where id = $1`,
      [course.id, theory],
    ],
  );
  return { course, exam, theory, practice: practice.body.id as number, key };
}

/** A course as it is but for ids, what they point at told by name; pictures in texts by their keys. */
export async function contentsOf(course: { id: number }) {
  const shown = (text: string) =>
    `(select coalesce(jsonb_agg(d.key order by n), '[]') from regexp_matches(${text}, '/api/v1/media/(\\d+)', 'g') with ordinality r(found, n)
        left join media d on d.id = r.found[1]::integer)`;
  const [row] = await asSystem<{ contents: Record<string, unknown> }>([
    `select jsonb_build_object(
       'course', to_jsonb(c) - '{id,company_id,name,category_id,photo_id,origin_id,cloned_at,created_at,published_at,detailed_description}'::text[],
       'category', (select name from course_categories k where k.id = c.category_id),
       'photo', (select d.key from media d where d.id = c.photo_id and d.company_id = c.company_id),
       'pictures', ${shown('c.detailed_description')},
       'materials', (select jsonb_agg(to_jsonb(m) - '{id,company_id,course_id,created_at,position,revision,text}'::text[] || jsonb_build_object(
           'text', regexp_replace(m.text, '/media/\\d+', '/media/', 'g'), 'pictures', ${shown('m.text')},
           'files', (select jsonb_agg(to_jsonb(f) - '{company_id,material_id,media_id,created_at}'::text[]
                        || to_jsonb(d) - '{id,company_id,created_at}'::text[] order by d.key)
             from material_files f join media d on d.id = f.media_id and d.company_id = f.company_id where f.material_id = m.id),
           'form', (select to_jsonb(f) - '{id,company_id,material_id,created_at}'::text[] || jsonb_build_object(
             'questions', (select jsonb_agg(to_jsonb(q) - '{id,company_id,form_id,answers}'::text[] || jsonb_build_object(
                 'answers', (select jsonb_agg(a - 'id' order by n) from jsonb_array_elements(q.answers) with ordinality t(a, n)))
                 order by q.position, q.title)
               from questions q where q.form_id = f.id and q.deleted_at is null),
             'version', (select jsonb_build_object('settings', v.settings, 'max_score', v.max_score, 'questions', (
                 select jsonb_agg(q - '{id,answers,ids,right}'::text[] || jsonb_build_object(
                   'answers', (select jsonb_agg(a - 'id' || jsonb_build_object('offered', q->'ids' @> (a->'id'), 'right', q->'right' @> (a->'id')) order by i)
                      from jsonb_array_elements(q->'answers') with ordinality t(a, i)),
                   'row', (select o.title from questions o where o.form_id = f.id and o.id = (q->>'id')::integer)) order by n)
                 from jsonb_array_elements(v.questions) with ordinality t(q, n)))
               from form_versions v where v.form_id = f.id order by v.number desc limit 1))
             from forms f where f.material_id = m.id)) order by m.position)
         from materials m where m.course_id = c.id and m.deleted_at is null and m.archived_at is null)
     ) as contents from courses c where c.id = $1`,
    [course.id],
  ]);
  return row!.contents;
}
