import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { namedColumns } from '../../identity/accounts/queries.ts';
import { users } from '../../identity/accounts/tables.ts';
import { refuseBlocked } from '../courses/functions.ts';
import { openMaterial } from '../materials/functions.ts';
import { materials } from '../materials/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { alphabetical, contains, listed, paged, searched } from '../../platform/database/list.ts';
import {
  build,
  counted,
  gathered,
  type Given,
  prepared,
  type RowsOf,
  tied,
} from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { package_interactions, package_tries, packages } from './tables.ts';
import { alias } from 'drizzle-orm/pg-core';
import { contentsOfPackage, currentPackage, packageItemTitle } from './functions.ts';

const standing = {
  number: package_tries.number,
  status: package_tries.status,
  success: package_tries.success,
  score: package_tries.score,
  seconds: package_tries.seconds,
  started_at: package_tries.started_at,
  committed_at: package_tries.committed_at,
};

interface OneMaterial {
  company_id: number;
  user_id: number;
  course_id: number;
  id: number;
}

export const ofMaterial = (given: Given<Omit<OneMaterial, 'user_id'>>, reach: Reach) =>
  and(
    eq(materials.company_id, given.company_id),
    eq(materials.course_id, given.course_id),
    eq(materials.id, given.id),
    isNull(materials.deleted_at),
    inReach({ reach }, 'courses', materials.course_id),
  );

/** The version that a try is at. */
const played = alias(packages, 'played');

const ownTries = (given: Given<OneMaterial>) =>
  gathered(
    build
      .select({
        ...standing,
        version: played.number,
        title: sql<string>`coalesce(${played.title}, '')`.as('title'),
      })
      .from(package_tries)
      .leftJoin(played, tied(played, package_tries, eq(played.media_id, package_tries.package_id)))
      .where(
        and(
          tied(package_tries, materials, eq(package_tries.material_id, materials.id)),
          eq(package_tries.user_id, given.user_id),
        ),
      )
      .orderBy(desc(package_tries.number)),
  );

const tried = alias(package_tries, 'tried');

/** Tries that are under way at another version. */
const behind = build
  .select(counted)
  .from(tried)
  .where(
    tied(
      tried,
      packages,
      eq(tried.material_id, packages.material_id),
      ne(tried.package_id, packages.media_id),
      ne(tried.status, 'completed'),
      eq(tried.success, 'unknown'),
    ),
  );

const packageByMaterial = prepared((given: Given<OneMaterial>, reach: Reach) =>
  build
    .select({
      version: packages.number,
      standard: packages.standard,
      edition: packages.edition,
      title: packages.title,
      items: contentsOfPackage({ items: packages.items }).getSQL(),
      problems: packages.problems,
      missing: packages.missing,
      file_count: packages.file_count,
      inflated: packages.inflated,
      uploaded_at: packages.created_at,
      allow_popups: packages.allow_popups,
      allow_downloads: packages.allow_downloads,
      restart: packages.restart,
      behind: sql<number>`${behind}`,
      tries: ownTries(given),
    })
    .from(materials)
    .innerJoin(
      packages,
      tied(
        packages,
        materials,
        eq(packages.material_id, materials.id),
        eq(packages.media_id, currentPackage({ material: materials.id })),
      ),
    )
    .where(ofMaterial(given, reach)),
);

/** What a package is. Errors: not_found, also while nothing is uploaded; for a student those of opening it. */
export async function packageOf(
  db: Db,
  scope: Scope,
  { id: course_id, materialId: id }: ParamsOf<typeof contract.getPackage>,
) {
  const { company_id, user_id, user_type, reach } = scope;
  const read = packageByMaterial({ company_id, user_id, course_id, id }, reach);
  const opening = { course: course_id, material: id };
  const [rows] =
    user_type === 'student'
      ? (await db.run(scope, refuseBlocked(opening), openMaterial(opening), read)).slice(2)
      : await db.run(scope, read);
  const [found] = rows as RowsOf<typeof read>;
  if (!found) throw new AppError('not_found');
  // How many others are behind is not a student's matter.
  return user_type === 'student' ? { ...found, behind: 0 } : found;
}

interface Tries {
  company_id: number;
  course_id: number;
  id: number;
  pattern: string | undefined;
}

const triesOfMaterial = paged((select, given: Given<Tries>, reach: Reach) => ({
  rows: select({
    id: package_tries.id,
    user_id: package_tries.user_id,
    first_name: users.first_name,
    last_name: users.last_name,
    address: namedColumns.address,
    version: packages.number,
    ...standing,
  })
    .from(package_tries)
    .innerJoin(materials, tied(materials, package_tries, eq(materials.id, package_tries.material_id)))
    .innerJoin(users, eq(users.id, package_tries.user_id))
    .leftJoin(packages, tied(packages, package_tries, eq(packages.media_id, package_tries.package_id)))
    .where(
      and(
        ofMaterial(given, reach),
        inReach({ reach }, 'people', package_tries.user_id),
        contains(given.pattern, users.first_name, users.last_name),
      ),
    ),
  order: {
    last_name: alphabetical(users.last_name),
    started_at: package_tries.started_at,
    score: package_tries.score,
    seconds: package_tries.seconds,
  },
  by: '-started_at',
  ties: [desc(package_tries.id)],
}));

const materialThere = prepared((given: Given<Omit<OneMaterial, 'user_id'>>, reach: Reach) =>
  build.select({ id: materials.id }).from(materials).where(ofMaterial(given, reach)),
);

/** The tries of students in reach at a package. Errors: not_found. */
export async function pageOfTries(
  db: Db,
  { reach, ...scope }: Scope,
  { id: course_id, materialId: id }: ParamsOf<typeof contract.listPackageTries>,
  query: QueryOf<typeof contract.listPackageTries>,
) {
  const place = { company_id: scope.company_id, course_id, id };
  const given = { ...place, pattern: searched(query.search) };
  const [results, [count], [seen]] = await db.run(
    { ...scope, reach },
    ...triesOfMaterial(query, given, reach),
    materialThere(place, reach),
  );
  if (!seen) throw new AppError('not_found');
  return listed(results, count!.count, query);
}

const answers = build
  .select({
    item: sql<string>`${packageItemTitle({ material: package_tries.material_id, item: package_interactions.item })}`.as(
      'item',
    ),
    name: package_interactions.name,
    type: package_interactions.type,
    description: package_interactions.description,
    response: package_interactions.response,
    correct: package_interactions.correct,
    result: package_interactions.result,
    latency: package_interactions.latency,
  })
  .from(package_interactions)
  .where(tied(package_interactions, package_tries, eq(package_interactions.try_id, package_tries.id)))
  .orderBy(package_interactions.item, package_interactions.place);

const tryById = prepared((given: Given<Omit<Tries, 'pattern'> & { try_id: number }>, reach: Reach) =>
  build
    .select({
      id: package_tries.id,
      user_id: package_tries.user_id,
      ...standing,
      interactions: gathered(answers),
    })
    .from(package_tries)
    .innerJoin(materials, tied(materials, package_tries, eq(materials.id, package_tries.material_id)))
    .where(
      and(
        ofMaterial(given, reach),
        eq(package_tries.id, given.try_id),
        inReach({ reach }, 'people', package_tries.user_id),
      ),
    ),
);

/** A try with what was answered. Errors: not_found. */
export async function tryOf(
  db: Db,
  scope: Scope,
  { id: course_id, materialId: id, tryId: try_id }: ParamsOf<typeof contract.getPackageTry>,
) {
  const { company_id, reach } = scope;
  const [[found]] = await db.run(scope, tryById({ company_id, course_id, id, try_id }, reach));
  if (!found) throw new AppError('not_found');
  return found;
}
