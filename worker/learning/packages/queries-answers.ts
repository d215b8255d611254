import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { anyOf, build, gathered, type Given, prepared, tied } from '../../platform/database/queries.ts';
import { materials } from '../materials/tables.ts';
import type * as contract from './contract.ts';
import { ofMaterial } from './queries.ts';
import { package_interactions, package_tries } from './tables.ts';
import { alias } from 'drizzle-orm/pg-core';
import { packageItemTitle } from './functions.ts';

const later = alias(package_tries, 'later');

/** Of each student in reach, the last try. */
const lastTries = (reach: Reach) =>
  and(
    tied(package_tries, materials, eq(package_tries.material_id, materials.id)),
    inReach({ reach }, 'people', package_tries.user_id),
    notExists(
      anyOf(
        later,
        tied(later, package_tries, eq(later.user_id, package_tries.user_id)),
        eq(later.material_id, package_tries.material_id),
        gt(later.number, package_tries.number),
      ),
    ),
  );

const title = packageItemTitle({ material: package_tries.material_id, item: package_interactions.item });
const RIGHT = sql`${package_interactions.result} = 'correct'`;
const JUDGED = sql`${package_interactions.result} in ('correct', 'wrong', 'incorrect', 'unanticipated')`;
const share = sql<number | null>`round(100.0 * count(*) filter (where ${RIGHT})
  / nullif(count(*) filter (where ${JUDGED}), 0), 1)::double precision`;

const questions = (reach: Reach) =>
  gathered(
    build
      .select({
        item: sql<string>`max(${title})`.as('item'),
        name: package_interactions.name,
        description: sql<string>`max(${package_interactions.description})`.as('description'),
        answers: sql<number>`count(*)::integer`.as('answers'),
        right: sql<number>`(count(*) filter (where ${RIGHT}))::integer`.as('right'),
        share: share.as('share'),
      })
      .from(package_interactions)
      .innerJoin(
        package_tries,
        tied(package_tries, package_interactions, eq(package_tries.id, package_interactions.try_id)),
      )
      .where(lastTries(reach))
      .groupBy(package_interactions.item, package_interactions.name)
      .orderBy(sql`${share} nulls last`, package_interactions.item, package_interactions.name)
      .limit(500),
  );

const count = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::integer`;
const tallied = (reach: Reach) =>
  gathered(
    build
      .select({
        people: sql<number>`count(*)::integer`.as('people'),
        completed: count(sql`${package_tries.status} = 'completed'`).as('completed'),
        passed: count(sql`${package_tries.success} = 'passed'`).as('passed'),
        failed: count(sql`${package_tries.success} = 'failed'`).as('failed'),
        score: sql<number | null>`round(avg(${package_tries.score})::numeric, 1)::double precision`.as(
          'score',
        ),
      })
      .from(package_tries)
      .where(lastTries(reach)),
  );

interface OneMaterial {
  company_id: number;
  course_id: number;
  id: number;
}

const answersOfMaterial = prepared((given: Given<OneMaterial>, reach: Reach) =>
  build
    .select({ tallied: tallied(reach), questions: questions(reach) })
    .from(materials)
    .where(ofMaterial(given, reach)),
);

/** How a package goes, of the students in reach. Errors: not_found. */
export async function answersOfPackage(
  db: Db,
  scope: Scope,
  { id: course_id, materialId: id }: ParamsOf<typeof contract.getPackageAnswers>,
) {
  const { company_id, reach } = scope;
  const [[found]] = await db.run(scope, answersOfMaterial({ company_id, course_id, id }, reach));
  if (!found) throw new AppError('not_found');
  return { ...found.tallied[0]!, questions: found.questions };
}
