import { and, eq, exists, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import { reachOf, type Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { courses } from '../../learning/courses/tables.ts';
import { materials } from '../../learning/materials/tables.ts';
import { group_members } from '../../people/groups/tables.ts';
import type { Scope } from '../../platform/context.ts';
import type { ParamsOf, QueryOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { relation } from '../../platform/database/functions.ts';
import { alphabetical, contains, listed, pagedThenTold, searched } from '../../platform/database/list.ts';
import {
  anyOf,
  build,
  gathered,
  object,
  prepared,
  tied,
  type Given,
  type RowOf,
} from '../../platform/database/queries.ts';
import { type FormStatus, numberOfStatus, statusOfNumber } from '../attempts/contract.ts';
import { endOverdue } from '../attempts/queries-results.ts';
import { takesForm } from '../forms/functions.ts';
import { ofMaterial, reachedForm, valuesOf, type OneForm } from '../forms/queries-own.ts';
import { current_versions, forms } from '../forms/tables.ts';
import type * as contract from './contract.ts';
import { attemptsOfForm, resultsOfForm } from './functions.ts';

type Form = ResponseOf<typeof contract.listResults>['form'];
type State = NonNullable<QueryOf<typeof contract.listResults>['state']>;

interface ResultFilters {
  company_id: number;
  course: number;
  form: number;
  user: number | undefined;
  group: number | undefined;
  status: FormStatus | undefined;
  pattern: string | undefined;
}

interface ResultShape {
  reach: Reach;
  state: State | undefined;
  passed: boolean | undefined;
}

const attemptsGiven = (given: Given<Pick<ResultFilters, 'course' | 'form'>>) =>
  relation(attemptsOfForm({ course: given.course, form: given.form }), 'taken');

/** A completed attempt is one whether or not its result is published. */
const inState = ({ status, state }: ReturnType<typeof attemptsGiven>, asked: State): SQL =>
  asked === 'completed' ? eq(status, 'completed') : eq(state, asked);

/** What is assigned again is assigned. */
const inStatus = (status: SQL, asked: SQL) =>
  sql`(${status} = ${asked}::text or ${asked}::text = 'assigned' and (${status} is null or ${status} = 'reopened'))`;

const results = pagedThenTold(
  (select, given: Given<ResultFilters>, { reach, state, passed }: ResultShape) => {
    const taken = attemptsGiven(given);
    const { user_id, attempt_id, assignment_id, assignment_status } = taken;
    const inGroup = and(
      eq(group_members.company_id, given.company_id),
      eq(group_members.user_id, user_id),
      eq(group_members.role, 'student'),
    );
    return {
      rows: select({ user_id, attempt_id, assignment_id, assignment_status, state: taken.state })
        .from(taken)
        .where(
          and(
            inReach({ reach }, 'people', user_id),
            state && inState(taken, state),
            given.status && inStatus(assignment_status, given.status),
            passed === undefined ? undefined : and(eq(taken.status, 'completed'), eq(taken.passed, passed)),
            given.user && eq(user_id, given.user),
            given.group && exists(anyOf(group_members, inGroup, eq(group_members.group_id, given.group))),
            contains(given.pattern, taken.last_name, taken.first_name),
          ),
        ),
      order: {
        last_name: alphabetical(taken.last_name),
        percent: sql`coalesce(${taken.percent}, -1)`,
        finished_at: sql`coalesce(${taken.finished_at}, '-infinity')`,
        duration: sql`coalesce(${taken.finished_at} - ${taken.started_at}, interval '0')`,
      },
      by: 'last_name',
      ties: [user_id, taken.number],
    };
  },
  (page, given, { reach }) =>
    resultsOfForm({ form: given.form, page: gathered(page), all_groups: reach === 'company' }),
);

/** What the form's results wait for, whatever the list is filtered by; one's own are nobody's to publish. */
const waiting = prepared((given: Given<{ course: number; form: number; user_id: number }>, reach: Reach) => {
  const taken = attemptsGiven(given);
  return build
    .select({
      in_review: sql<number>`(count(*) filter (where not ${taken.unmarked}))::integer`,
      unmarked: sql<number>`(count(*) filter (where ${taken.unmarked}))::integer`,
    })
    .from(taken)
    .where(
      and(
        eq(taken.state, 'in_review'),
        ne(taken.user_id, given.user_id),
        inReach({ reach }, 'people', taken.user_id),
      ),
    );
});

const { settings } = current_versions;
const formOfResults = prepared((given: Given<OneForm>, reach: Reach) =>
  build
    .select({
      form: object({
        id: forms.id,
        name: sql<string>`${settings}->>'name'`,
        form_type: forms.form_type,
        rating_system: sql<Form['rating_system']>`${settings}->>'rating_system'`,
        result_counts: sql<Form['result_counts']>`coalesce(${settings}->>'result_counts', 'best')`,
      }),
      taken: takesForm({ form: forms.id }).getSQL(),
    })
    .from(forms)
    .innerJoin(materials, and(ofMaterial, isNull(materials.deleted_at)))
    .innerJoin(
      courses,
      tied(courses, materials, eq(courses.id, materials.course_id), isNull(courses.deleted_at)),
    )
    .innerJoin(current_versions, tied(current_versions, forms, eq(current_versions.form_id, forms.id)))
    .where(and(reachedForm(given, reach), isNull(forms.deleted_at))),
);

const numbered = (row: RowOf<ReturnType<typeof resultsOfForm>>) => ({
  ...row,
  passed_form_status: numberOfStatus(row.passed_form_status),
});

/** The attempts of a form as staff see them, with what may be done about each; about one's own nothing. Errors: not_found. */
export async function pageOfResults(
  db: Db,
  scope: Scope,
  path: ParamsOf<typeof contract.listResults>,
  query: QueryOf<typeof contract.listResults>,
) {
  const { company_id, user_id, reach, user_type } = scope;
  const [course, form] = [path.id, path.formId];
  const { user, group, state, passed_form_status: number } = query;
  const status = number === undefined ? undefined : statusOfNumber(number);
  const passed = query.passed === undefined ? undefined : query.passed === 'true';
  const filters = {
    company_id,
    course,
    form,
    user,
    group,
    status,
    pattern: searched(query.search),
  };
  const [, [found], rows, [count], [review]] = await db.run(
    scope,
    endOverdue,
    formOfResults(valuesOf(scope, path), reach),
    ...results(query, filters, { reach, state, passed }),
    waiting({ course, form, user_id }, reach),
  );
  if (!found) throw new AppError('not_found');
  return {
    ...listed(rows.map(numbered), count!.count, query),
    form: found.form,
    in_review: review!.in_review,
    unmarked: review!.unmarked,
    may_repair: !found.taken && reachOf('editEduMaterials', user_type) !== null,
  };
}
