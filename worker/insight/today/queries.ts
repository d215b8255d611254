import { and, eq, exists, sql, type SQLWrapper } from 'drizzle-orm';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { questionsToMark } from '../../exams/marks/functions.ts';
import { waitingOfTests } from '../../exams/marks/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { programs } from '../../learning/programs/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/database/list.ts';
import { anyOf, build, gathered, prepared, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { formsInReview, todayRows, toldToday } from './functions.ts';

type Section = (typeof contract.TODAY_LISTS)[number];
type Query = QueryOf<typeof contract.listFailedTwice> & Partial<QueryOf<typeof contract.listOverdue>>;
type WaitingQuery = QueryOf<typeof contract.listInReview>;

/** How many rows of each section the first screen shows. */
const FIRST = { page: 1, page_size: 5 };

/** What waits for the caller: how much of each kind, and the first rows. */
export async function todayOf(db: Db, scope: Scope) {
  const of = (section: Section) => rowsOf(scope, section, FIRST);
  const [
    ,
    [unmarked],
    [waiting],
    [retake_asked],
    [failed_twice],
    [overdue],
    [due_soon],
    [certificate_expired],
    [certificate_expiring],
    [silent],
  ] = await db.run(
    scope,
    endOverdue,
    answersToMark({}),
    waitingOf(FIRST),
    of('retake_asked'),
    of('failed_twice'),
    of('overdue'),
    of('due_soon'),
    of('certificate_expired'),
    of('certificate_expiring'),
    rowsOf(scope, 'silent', FIRST, true),
  );
  const { count, results } = waiting!;
  return {
    to_mark: unmarked!.waiting,
    in_review: { count, results },
    retake_asked: retake_asked!,
    failed_twice: failed_twice!,
    overdue: overdue!,
    due_soon: due_soon!,
    certificate_expired: certificate_expired!,
    certificate_expiring: certificate_expiring!,
    silent: { count: silent!.people, results: eachOnce(silent!.results) },
  };
}

/** A page of forms with answers that wait for a mark. */
export async function pageOfInReview(db: Db, scope: Scope, query: WaitingQuery) {
  const [, [found]] = await db.run(scope, endOverdue, waitingOf(query));
  return listed(found!.results, found!.forms, query);
}

/** A page of rows, or of people; the rows of a person are then one page's, and stand together. */
export async function pageOfToday(db: Db, scope: Scope, section: Section, query: Query) {
  const by_person = query.by_person === 'true';
  const [, [found]] = await db.run(scope, endOverdue, rowsOf(scope, section, query, by_person));
  const rows: (typeof found & object)['results'] = by_person ? eachOnce(found!.results) : found!.results;
  return listed(rows, by_person ? found!.people : found!.count, query);
}

/** People who follow each other in rows, each with their first row and the others beside it. */
function eachOnce<R extends { user: { id: number } }>(rows: readonly R[]): (R & { also: R[] })[] {
  const people: (R & { also: R[] })[] = [];
  for (const row of rows) {
    const last = people.at(-1);
    if (last?.user.id === row.user.id) last.also.push(row);
    else people.push({ ...row, also: [] });
  }
  return people;
}

const answersToMark = prepared(() => {
  const waiting = relation(questionsToMark({}), 'waiting');
  return build.select({ waiting: waitingOfTests(waiting).sum }).from(waiting);
});

const { limit, offset } = { limit: sql.placeholder('limit'), offset: sql.placeholder('offset') };

/** Found once, they give the page and the counts. */
const waitingForms = prepared(
  (given: Given<Window & { pattern: string | undefined }>, ordering: Ordering<Waiting> | undefined) => {
    const waiting = relation(formsInReview({}), 'waiting');
    const found = build.$with('found').as(
      build
        .select(waiting.all)
        .from(waiting)
        .where(contains(given.pattern, waiting.form_name, waiting.course_name)),
    );
    const { told, order, sum } = waitingOfTests(found);
    const page = build
      .select(told)
      .from(found)
      .orderBy(...orderOf(ordering, order, 'since', [found.form_id]))
      .limit(limit)
      .offset(offset);
    return build
      .with(found)
      .select({
        count: sum,
        forms: sql<number>`count(*)::integer`,
        results: gathered(page),
      })
      .from(found);
  },
);
type Waiting = 'since' | 'count' | 'form_name' | 'course_name';

/** Results that wait, by their forms; `count` is of the results, `forms` of the rows. */
const waitingOf = (query: WaitingQuery | typeof FIRST) => {
  const { ordering, search } = { ordering: undefined, search: undefined, ...query };
  return waitingForms({ ...windowOf(query), pattern: searched(search) }, ordering);
};

/** The rows of a section, with names where it is searched or sorted by them. */
const foundRows = (given: Given<Omit<SectionValues, keyof Window>>, named: boolean) => {
  const row = relation(todayRows({ section: given.section }), 'today');
  const of = (name: SQLWrapper, as: string) => (named ? sql<string>`${name}` : sql<string>`''`).as(as);
  const found = build
    .select({
      ...row.all,
      last_name: of(users.last_name, 'last_name'),
      first_name: of(users.first_name, 'first_name'),
      thing: of(sql`coalesce(${courses.name}, ${programs.name}, '')`, 'thing'),
    })
    .from(row)
    .$dynamic();
  const { company_id, pattern, group } = given;
  const ofGroup =
    group &&
    exists(
      anyOf(
        group_members,
        eq(group_members.company_id, company_id),
        eq(group_members.group_id, group),
        eq(group_members.role, 'student'),
        eq(group_members.user_id, row.user_id),
      ),
    );
  if (!named) return found.where(ofGroup);
  return found
    .innerJoin(users, eq(users.id, row.user_id))
    .leftJoin(courses, and(eq(courses.company_id, company_id), eq(courses.id, row.course_id)))
    .leftJoin(programs, and(eq(programs.company_id, company_id), eq(programs.id, row.program_id)))
    .where(
      and(
        ofGroup,
        contains(pattern, users.last_name, users.first_name, users.email, courses.name, programs.name),
      ),
    );
};

interface SectionValues extends Window {
  company_id: number;
  section: Section;
  pattern: string | undefined;
  /** Whose students the rows are about. */
  group: number | undefined;
}

/** Found once, they give the page and the counts; details are looked up for the page alone. */
const section = prepared(
  (given: Given<SectionValues>, ordering: Ordering<Sorted> | undefined, named: boolean) => {
    const found = build.$with('found').as(foundRows(given, named));
    const { last_name, first_name, thing, since, kind, attempt_id, closed } = found;
    const ids = {
      user_id: found.user_id,
      course_id: found.course_id,
      program_id: found.program_id,
      form_id: found.form_id,
      webinar_id: found.webinar_id,
    };
    const order = {
      since,
      last_name: alphabetical(sql`(${last_name} || ' ' || ${first_name})`),
      course_name: alphabetical(thing),
    };
    const page = build
      .select({ kind, ...ids, since, attempt_id, closed })
      .from(found)
      .orderBy(...orderOf(ordering, order, 'since', Object.values(ids)))
      .limit(limit)
      .offset(offset);
    const told = relation(toldToday({ rows: gathered(page) }), 'told');
    return build
      .with(found)
      .select({
        count: sql<number>`count(*)::integer`,
        people: sql<number>`count(distinct ${ids.user_id})::integer`,
        results: gathered(build.select(told.all).from(told)),
      })
      .from(found);
  },
);
type Sorted = 'since' | 'last_name' | 'course_name';

/** The same with pages of people: each stands where the first of their rows would, and all of theirs follow. */
const sectionByPerson = prepared(
  (given: Given<SectionValues>, ordering: Ordering<Sorted> | undefined, named: boolean) => {
    const found = build.$with('found').as(foundRows(given, named));
    const { user_id, last_name, first_name, thing, since, kind, attempt_id, closed } = found;
    const first = {
      since: sql`min(${since})`,
      last_name: alphabetical(sql`min(${last_name} || ' ' || ${first_name})`),
      course_name: sql`min(${alphabetical(thing)})`,
    };
    const terms = orderOf(ordering, first, 'since', [user_id]);
    const people = build.$with('people').as(
      build
        // Under another name: the columns of `found` stand without its own.
        .select({
          person: sql<number>`${user_id}`.as('person'),
          place: sql<number>`row_number() over (order by ${sql.join(terms, sql`, `)})`.as('place'),
        })
        .from(found)
        .groupBy(user_id)
        .orderBy(sql`2`)
        .limit(limit)
        .offset(offset),
    );
    const { course_id, program_id, form_id, webinar_id } = found;
    const ids = { user_id, course_id, program_id, form_id, webinar_id };
    const page = build
      .select({ kind, ...ids, since, attempt_id, closed })
      .from(found)
      .innerJoin(people, eq(people.person, user_id))
      .orderBy(people.place, since, course_id, program_id);
    const told = relation(toldToday({ rows: gathered(page) }), 'told');
    return build
      .with(found, people)
      .select({
        count: sql<number>`count(*)::integer`,
        people: sql<number>`count(distinct ${user_id})::integer`,
        results: gathered(build.select(told.all).from(told)),
      })
      .from(found);
  },
);

function rowsOf({ company_id }: Scope, of: Section, query: Query | typeof FIRST, by_person = false) {
  const { ordering, search, group } = { ordering: undefined, search: undefined, group: undefined, ...query };
  const named = Boolean(search) || (ordering?.some((term) => !term.endsWith('since')) ?? false);
  const values = { company_id, section: of, pattern: searched(search), group, ...windowOf(query) };
  return (by_person ? sectionByPerson : section)(values, ordering, named);
}
