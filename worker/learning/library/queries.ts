import { and, sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
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
import { build, counted, isTag, prepared, type Given, type RowOf } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import {
  libraryChanges,
  libraryCourses,
  libraryEntries,
  libraryFacets,
  libraryOrigin,
  libraryOutline,
} from './functions.ts';

interface Filters {
  category: string | undefined;
  tag: string | undefined;
  pattern: string | undefined;
}

const course = relation(libraryCourses({}), 'course');

const wanted = (given: Given<Filters>) =>
  and(
    contains(given.pattern, course.name, course.description),
    given.category && sql`lower(${course.category}) = lower(${given.category})`,
    given.tag && isTag(course.tags, given.tag),
  );

type LibraryOrdering = Ordering<'name' | 'created_at'> | undefined;

const entries = prepared((given: Given<Filters & Window>, ordering: LibraryOrdering) => {
  const order = { name: alphabetical(course.name), created_at: course.created_at };
  const page = build
    .select({ id: course.id })
    .from(course)
    .where(wanted(given))
    .orderBy(...orderOf(ordering, order, 'name', [course.id]))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'));
  return libraryEntries({ courses: sql`array(${page})` });
});

const count = prepared((given: Given<Filters>) => build.select(counted).from(course).where(wanted(given)));

/** The courses of the library, with what they can be narrowed by. */
export async function pageOfLibrary(db: Db, scope: Scope, query: QueryOf<typeof contract.listLibrary>) {
  const { category, tag, search, ordering } = query;
  const filters = { category: category || undefined, tag: tag || undefined, pattern: searched(search) };
  const [rows, [found], [facets]] = await db.run(
    scope,
    entries({ ...filters, ...windowOf(query) }, ordering),
    count(filters),
    libraryFacets({}),
  );
  return { ...listed(rows.map(shown), found!.count, query), ...facets! };
}

type Entry = RowOf<ReturnType<typeof libraryEntries>>;

/** A list does without the long text. */
const shown = ({ detailed_description: _text, material_access: _access, ...row }: Entry) => row;

const outline = prepared((given: Given<{ id: number }>) => {
  const held = relation(libraryOutline({ courses: sql`array[${given.id}::integer]` }), 'held');
  return build
    .select({
      id: held.id,
      name: held.name,
      description: held.description,
      type: held.type,
      questions: held.questions,
    })
    .from(held)
    .orderBy(held.position, held.id);
});

/** A course of the library; nothing that its tests ask or want to hear. Errors: not_found. */
export async function libraryCourseOf(db: Db, scope: Scope, id: number) {
  const [[row], materials] = await db.run(scope, libraryEntries({ courses: [id] }), outline({ id }));
  if (!row) throw new AppError('not_found');
  return { ...row, outline: materials };
}

/** In what the original of a course in reach is newer. Errors: not_found. */
export async function libraryChangesOf(db: Db, scope: Scope, id: number) {
  const [[origin], changes] = await db.run(
    scope,
    libraryOrigin({ course: id }),
    libraryChanges({ course: id }),
  );
  return { origin: origin ?? null, changes: changes.map(({ revision: _, ...change }) => change) };
}
