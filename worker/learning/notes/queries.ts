import { and, desc, eq, not } from 'drizzle-orm';
import type { Scope } from '../../platform/context.ts';
import type { QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import { object, tied, type Given } from '../../platform/database/queries.ts';
import { courses } from '../courses/tables.ts';
import { materials } from '../materials/tables.ts';
import type * as contract from './contract.ts';
import { notes } from './tables.ts';
import { materialIsOpen } from './functions.ts';
import { attemptRunsIn } from '../courses/functions.ts';

interface Own {
  company_id: number;
  user_id: number;
  course: number | undefined;
  material: number | undefined;
  pattern: string | undefined;
}

const own = paged((select, given: Given<Own>) => ({
  rows: select({
    id: notes.id,
    kind: notes.kind,
    at: notes.at,
    text: notes.text,
    edited_at: notes.edited_at,
    material: object({ id: materials.id, name: materials.name, type: materials.type }),
    course: object({ id: courses.id, name: courses.name }),
    open: materialIsOpen({ course: courses.id, material: materials.id }).getSQL(),
  })
    .from(notes)
    .innerJoin(materials, tied(materials, notes, eq(materials.id, notes.material_id)))
    .innerJoin(courses, tied(courses, materials, eq(courses.id, materials.course_id)))
    .where(
      and(
        eq(notes.company_id, given.company_id),
        eq(notes.user_id, given.user_id),
        given.course && eq(courses.id, given.course),
        given.material && eq(materials.id, given.material),
        contains(given.pattern, notes.text, materials.name, courses.name),
        // A test is taken without what was noted in its course.
        not(attemptRunsIn({ course: courses.id, user: notes.user_id })),
      ),
    ),
  order: { edited_at: notes.edited_at, material_name: alphabetical(materials.name) },
  by: '-edited_at',
  ties: [desc(notes.id)],
}));

/** The caller's own notes and bookmarks. */
export async function pageOfNotes(db: Db, scope: Scope, query: QueryOf<typeof contract.listNotes>) {
  const { company_id, user_id } = scope;
  const { course, material, search } = query;
  const [results, [count]] = await db.run(
    scope,
    ...own(query, { company_id, user_id, course, material, pattern: searched(search) }),
  );
  return listed(results, count!.count, query);
}
