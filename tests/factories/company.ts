import { IMPLIED_TYPES, USER_TYPES, type UserType } from '../../worker/access/contract.ts';
import { accessOf, asSystem, Client, type World } from './world.ts';

export interface Person {
  id: number;
  session: number;
  user_type: UserType;
  email: string;
  client: Client;
}

let serial = 0;
/** A name that no other test uses. No part of it is a bare number: a password with a year would be too like the 2026th. */
export const unique = (name: string) =>
  `${name} ${Date.now().toString(36)}-n${(serial += 1)}-${Math.random().toString(36).slice(2, 6)}`;

/** A company of its own with one person in each role. Everything a test needs is made inside it. */
export class Company {
  readonly #world: World;
  readonly id: number;
  readonly people: Record<UserType, Person>;

  constructor(world: World, id: number, people: Record<UserType, Person>) {
    this.#world = world;
    this.id = id;
    this.people = people;
  }

  as(user_type: UserType): Client {
    return this.people[user_type].client;
  }

  /** One more person in a role. */
  async aPerson(user_type: UserType): Promise<Person> {
    const people = await insertPeople(this.#world, [user_type], this.id);
    return people[0]!;
  }

  /** A group; `manager`, `students`, `coaches` default to this company's manager, student and nobody. */
  async aGroup(
    given: { managers?: Person[]; students?: Person[]; coaches?: Person[] } = {},
  ): Promise<{ id: number; name: string }> {
    const { managers = [this.people.manager], students = [this.people.student], coaches = [] } = given;
    const name = unique('Group');
    const members = [
      ...managers.map((person) => [person.id, 'manager']),
      ...students.map((person) => [person.id, 'student']),
      ...coaches.map((person) => [person.id, 'coach']),
    ];
    const [group] = await asSystem<{ id: number }>(this.#world, [
      `with made as (insert into study_groups (company_id, name) values ($1, $2) returning id),
            joined as (insert into group_members (company_id, group_id, user_id, role)
              select $1, made.id, (m->>0)::integer, m->>1 from made, jsonb_array_elements($3::jsonb) m)
       select id from made`,
      [this.id, name, JSON.stringify(members)],
    ]);
    return { id: group!.id, name };
  }

  /** A course with as many theory materials as told, for a group made along unless given, coached by the trainer. */
  async aCourse(
    given: {
      materials?: number;
      group?: { id: number };
      coaches?: Person[];
      chain?: boolean;
      /** Its certificate asks for everything in it, as that of a new course does. */
      whole?: boolean;
    } = {},
  ): Promise<Course> {
    const group = given.group ?? (await this.aGroup());
    const name = unique('Course');
    const coaches = given.coaches ?? [this.people.trainer];
    const [course] = await asSystem<{ id: number; materials: number[] }>(this.#world, [
      `with made as (insert into courses (company_id, name, material_access, certificate_needs_all)
              values ($1, $2, $3, $7) returning id),
            linked as (insert into course_groups (company_id, course_id, group_id) select $1, id, $4 from made),
            coached as (insert into course_members (company_id, course_id, user_id, role)
              select $1, made.id, c::integer, 'coach' from made, jsonb_array_elements_text($5::jsonb) c),
            materials as (insert into materials (company_id, course_id, name, type, text, position)
              select $1, made.id, 'Material ' || n, 'theory', '<p>Aa Bb</p>', n from made, generate_series(1, $6::integer) n returning id)
       select id, (select coalesce(array_agg(m.id order by m.id), '{}') from materials m) as materials from made`,
      [
        this.id,
        name,
        given.chain ? 'chain_access' : 'all_materials_access',
        group.id,
        JSON.stringify(coaches.map((person) => person.id)),
        given.materials ?? 0,
        given.whole ?? false,
      ],
    ]);
    return { id: course!.id, name, group, materials: course!.materials };
  }

  /**
   * A published exam of three questions (scores 2, 1, 1; the second with two right answers, the third required) in a
   * course made along unless given.
   */
  async anExam(
    given: {
      course?: Course;
      type?: 'exam' | 'practice';
      settings?: Record<string, unknown>;
      questions?: readonly object[];
    } = {},
  ) {
    const course = given.course ?? (await this.aCourse());
    const owner = this.as('owner');
    const material = await owner.post(`/course/course/${course.id}/educational_material/`, {
      name: unique('Exam'),
      type: given.type ?? 'exam',
    });
    const form_id = material.body.form_id as number;
    const settings = { time_limit: 10, is_one_attempt_allowed: false, ...given.settings };
    await owner.patch(`/course/course/${course.id}/form/${form_id}/`, settings);
    const saved = await owner.post('/course/update_questions/', {
      form_id,
      questions: given.questions ?? QUESTIONS,
    });
    const published = await owner.post(`/course/course/${course.id}/form/${form_id}/publish/`);
    if (published.status !== 200) throw new Error(`exam not published: ${published.text}`);
    const questions = saved.body.questions as ExamQuestion[];
    return { form_id, course, material_id: material.body.id as number, questions };
  }
}

export interface Course {
  id: number;
  name: string;
  group: { id: number };
  /** Ids of its theories, in order. */
  materials: number[];
}

export interface ExamQuestion {
  id: number;
  answers: { id: number; is_right_answer: boolean }[];
}

const QUESTIONS = [
  {
    title: 'One',
    score: 2,
    answers: [
      { title: 'right', is_right_answer: true },
      { title: 'wrong', is_right_answer: false },
    ],
  },
  {
    title: 'Two',
    multiple_right_answers: true,
    answers: [
      { title: 'a', is_right_answer: true },
      { title: 'b', is_right_answer: true },
      { title: 'c', is_right_answer: false },
    ],
  },
  {
    title: 'Three',
    required: true,
    answers: [
      { title: 'right', is_right_answer: true },
      { title: 'wrong', is_right_answer: false },
    ],
  },
];

/** A fresh company with its five people, signed in by inserted sessions. */
export async function aCompany(world: World): Promise<Company> {
  const people = await insertPeople(world, USER_TYPES, null);
  const company = people[0]!.company;
  const byType: Partial<Record<UserType, Person>> = {};
  for (const person of people) byType[person.user_type] = person;
  return new Company(world, company, byType as Record<UserType, Person>);
}

async function insertPeople(world: World, user_types: readonly UserType[], company: number | null) {
  const wanted = user_types.map((user_type) => ({
    user_type,
    email: `${unique(user_type).replace(/\s/g, '-')}@example.com`,
    types: IMPLIED_TYPES[user_type],
  }));
  const rows = await asSystem<{
    id: number;
    session: number;
    company: number;
    user_type: UserType;
    email: string;
  }>(world, [
    `with wanted as (select * from jsonb_to_recordset($1::jsonb) as w(user_type text, email text, types text[])),
          people as (
            insert into users (email, email_verified, first_name, last_name, activated_at)
              select email, true, initcap(user_type), 'Person', now() from wanted returning id, email),
          company as (
            insert into companies (name, email, owner_id)
              select $3::text, 'company@example.com', (select id from people order by id limit 1) where $2::integer is null
              returning id),
          place as (select coalesce($2::integer, (select id from company)) as id),
          joined as (
            insert into memberships (company_id, user_id, user_types)
              select place.id, people.id, wanted.types from place, people join wanted using (email) returning user_id),
          entered as (
            insert into sessions (user_id, company_id, user_type, expires_at)
              select people.id, place.id, wanted.user_type, now() + interval '1 day' from place, people join wanted using (email)
              returning id, user_id)
     select people.id, entered.id as session, place.id as company, wanted.user_type, people.email
       from place, people join wanted using (email) join entered on entered.user_id = people.id order by people.id`,
    [JSON.stringify(wanted), company, unique('Company')],
  ]);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      client: new Client(world, await accessOf(world, { ...row, user: row.id })),
    })),
  );
}
