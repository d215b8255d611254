import type { NeonProxy } from '../stack/proxy/neon-proxy.ts';
import type { BenchCompany } from './companies/company.ts';
import { filled } from './companies/filled.ts';

/** One clone of a course of the library. */
export interface CloneMeasure {
  what: string;
  seconds: number;
  roundTrips: number;
}

/** Courses of 200 materials: half of them tests, with so many questions each. */
const MATERIALS = 200;
const QUESTIONS = [0, 20] as const;

/** Clones a course of 200 materials without questions, and one with 2,000. */
export async function measureCloning(
  url: string,
  ownerUrl: string,
  company: BenchCompany,
  proxy: NeonProxy,
): Promise<CloneMeasure[]> {
  const courses = await buildLibrary(ownerUrl);
  const measures: CloneMeasure[] = [];
  for (const [index, course] of courses.entries()) {
    const before = proxy.roundTrips();
    const began = performance.now();
    const response = await fetch(`${url}/api/v1/library/library/${course}/clone_course/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${company.owners[0]}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    const text = await response.text();
    const seconds = (performance.now() - began) / 1000;
    if (response.status !== 201) throw new Error(`clone: ${response.status} ${text.slice(0, 300)}`);
    const questions = (QUESTIONS[index]! * MATERIALS) / 2;
    measures.push({
      what: `${MATERIALS} materials, ${questions} questions`,
      seconds,
      roundTrips: proxy.roundTrips() - before,
    });
  }
  return measures;
}

/** A library with those courses. */
async function buildLibrary(ownerUrl: string): Promise<number[]> {
  return filled(ownerUrl, {}, async (client) => {
    const { rows: founded } = await client.query<{ id: number }>(
      `insert into companies (name, email, owner_id, is_library)
         select 'Library', 'library@example.com', min(id), true from users returning id`,
    );
    const courses: number[] = [];
    for (const questions of QUESTIONS) {
      const { rows } = await client.query<{ id: number }>(FILL, [founded[0]!.id, questions, MATERIALS]);
      courses.push(rows[0]!.id);
    }
    await client.query(VERSIONS, [courses]);
    return courses;
  });
}

const FILL = `
with course as (
  insert into courses (company_id, name) select $1, 'Library course of ' || $2 || ' questions' returning id
), made as (
  insert into materials (company_id, course_id, name, type, text, position)
    select $1, course.id, 'Material ' || n, case n % 2 when 0 then 'practice' else 'theory' end, repeat('<p>Text</p>', 200), n
      from course, generate_series(1, $3::integer) n returning id, type
), laid as (
  insert into forms (company_id, material_id, form_type, name)
    select $1, id, 1, 'Test' from made where type = 'practice' returning id
), asked as (
  insert into questions (company_id, form_id, position, title, answers)
    select $1, laid.id, n, 'Question ' || n, with_answer_ids(
      '[{"title": "a", "is_right_answer": true}, {"title": "b", "is_right_answer": false}, {"title": "c", "is_right_answer": false}, {"title": "d", "is_right_answer": false}]', '[]')
      from laid, generate_series(1, $2::integer) n
)
select id from course`;

/** Each form published as its questions stand; draft_questions needs a company entered. */
const VERSIONS = `
insert into form_versions (company_id, form_id, number, settings, questions, max_score)
  select f.company_id, f.id, 1, draft_settings(f), q.questions, 20
    from forms f join materials m on m.company_id = f.company_id and m.id = f.material_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', q.id, 'title', q.title, 'description', q.description,
               'multiple_right_answers', false, 'required', false, 'score', 1, 'answers', q.answers,
               'ids', (select jsonb_agg(a->'id' order by a->'id') from jsonb_array_elements(q.answers) a),
               'right', (select jsonb_agg(a->'id') from jsonb_array_elements(q.answers) a where (a->>'is_right_answer')::boolean))
             order by q.position), '[]') as questions
        from questions q where q.company_id = f.company_id and q.form_id = f.id) q
    where m.course_id = any ($1)`;
