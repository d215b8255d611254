import { and, eq, sql, type SQLWrapper } from 'drizzle-orm';
import { endOverdue } from '../../exams/attempts/queries-results.ts';
import { users } from '../../identity/accounts/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { programs } from '../../learning/programs/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database.ts';
import { relation } from '../../platform/functions.ts';
import {
  alphabetical,
  contains,
  listed,
  orderOf,
  searched,
  windowOf,
  type Ordering,
  type Window,
} from '../../platform/list.ts';
import { build, gathered, object, prepared, type Given } from '../../platform/queries.ts';
import type * as contract from './contract.ts';
import { formsInReview, todayRows, toldToday } from './functions.ts';

type Section = (typeof contract.TODAY_LISTS)[number];
type Query = QueryOf<typeof contract.listSilent>;
type WaitingQuery = QueryOf<typeof contract.listInReview>;

/** How many rows of each section the first screen shows. */
const FIRST = { page: 1, page_size: 5 };

/** What waits for the caller: how much of each kind, and the first rows. */
export async function todayOf(db: Db, scope: Scope) {
  const of = (section: Section) => rowsOf(scope, section, FIRST);
  const [, [waiting], [retake_asked], [failed_twice], [overdue], [silent]] = await db.run(
    scope,
    endOverdue,
    waitingOf(FIRST),
    of('retake_asked'),
    of('failed_twice'),
    of('overdue'),
    of('silent'),
  );
  const { count, results } = waiting!;
  return {
    in_review: { count, results },
    retake_asked: retake_asked!,
    failed_twice: failed_twice!,
    overdue: overdue!,
    silent: silent!,
  };
}

export async function pageOfInReview(db: Db, scope: Scope, query: WaitingQuery) {
  const [, [found]] = await db.run(scope, endOverdue, waitingOf(query));
  return listed(found!.results, found!.forms, query);
}

export async function pageOfToday(db: Db, scope: Scope, section: Section, query: Query) {
  const [, [found]] = await db.run(scope, endOverdue, rowsOf(scope, section, query));
  return listed(found!.results, found!.count, query);
}

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
    const { form_id, form_name, form_type, course_id, course_name, count, since } = found;
    const order = {
      since,
      count,
      form_name: alphabetical(form_name),
      course_name: alphabetical(course_name),
    };
    const page = build
      .select({
        form: object({ id: form_id, name: form_name, form_type }),
        course: object({ id: course_id, name: course_name }),
        count,
        since,
      })
      .from(found)
      .orderBy(...orderOf(ordering, order, 'since', [form_id]))
      .limit(limit)
      .offset(offset);
    return build
      .with(found)
      .select({
        count: sql<number>`coalesce(sum(${count}), 0)::integer`,
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
const foundRows = (
  given: Given<{ section: Section; company_id: number; pattern: string | undefined }>,
  named: boolean,
) => {
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
  if (!named) return found;
  const { company_id, pattern } = given;
  return found
    .innerJoin(users, eq(users.id, row.user_id))
    .leftJoin(courses, and(eq(courses.company_id, company_id), eq(courses.id, row.course_id)))
    .leftJoin(programs, and(eq(programs.company_id, company_id), eq(programs.id, row.program_id)))
    .where(contains(pattern, users.last_name, users.first_name, users.email, courses.name, programs.name));
};

interface SectionValues extends Window {
  company_id: number;
  section: Section;
  pattern: string | undefined;
}

/** Found once, they give the page and its count; details are looked up for the page alone. */
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
        results: gathered(build.select(told.all).from(told)),
      })
      .from(found);
  },
);
type Sorted = 'since' | 'last_name' | 'course_name';

function rowsOf({ company_id }: Scope, of: Section, query: Query | typeof FIRST) {
  const { ordering, search } = { ordering: undefined, search: undefined, ...query };
  const named = Boolean(search) || (ordering?.some((term) => !term.endsWith('since')) ?? false);
  const values = { company_id, section: of, pattern: searched(search), ...windowOf(query) };
  return section(values, ordering, named);
}
