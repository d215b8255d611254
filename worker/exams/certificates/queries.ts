import { sql, type SQL } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope, Sender } from '../../platform/context.ts';
import type { QueryOf, ResponseOf } from '../../platform/contract.ts';
import { all, statement, type Db } from '../../platform/database.ts';
import { alphabetical, listed, matches, pageOf } from '../../platform/list.ts';
import { numberOf, typedSigns } from './certificate.ts';
import type * as contract from './contract.ts';

type Checked = ResponseOf<typeof contract.checkCertificate>;
type Row = ResponseOf<typeof contract.listCertificates>['results'][number];

const status = sql.raw(
  `case when k.revoked_at is not null then 'revoked' when k.replaced_at is not null then 'replaced'
        when k.expires_at <= app_now() then 'expired' else 'valid' end`,
);

/**
 * What anybody may read who holds a number, however it is typed. Errors: not_found, rate_limited.
 */
export async function checkedCertificate(env: Env, db: Db, sender: Sender, typed: string): Promise<Checked> {
  const { network } = sender;
  if (network && !(await env.PUBLIC_CALLS.limit({ key: network })).success)
    throw new AppError('rate_limited');
  const number = numberOf(typed);
  if (!number) throw new AppError('not_found');
  const [[found]] = await db.system(
    statement<Checked & { content: StoredContent }>(sql`
      select k.number, k.version, ${status} as status, k.expires_at, k.replaced_at, k.revoked_at, k.replaced_by, k.content
        from certificate_by_number(${number}) k`),
  );
  if (!found) throw new AppError('not_found');
  return { ...found, content: shownContent(found.content) };
}

/** As stored, with the ids of its forms, which are nobody else's business. */
type StoredContent = Omit<Checked['content'], 'valid_until'> & {
  forms: { form_id: number }[];
  /** Missing where it was issued before certificates could expire. */
  valid_until?: string | null;
};

function shownContent({ valid_until = null, ...content }: StoredContent): Checked['content'] {
  const { company, name, course, forms, percent, ects, issued_on } = content;
  return {
    company,
    name,
    course,
    forms: forms.map((form) => ({
      name: form.name,
      form_type: form.form_type,
      percent: form.percent,
      ects: form.ects,
      date: form.date,
    })),
    percent,
    ects,
    issued_on,
    valid_until,
  };
}

/** One's own certificates, and for staff those of courses and people in reach. */
function visible(scope: Scope, user: number | undefined): SQL {
  if (scope.user_type === 'student' || user === scope.user_id) return sql`k.user_id = ${scope.user_id}`;
  return sql`${inReach(scope, 'courses', sql`k.course_id`)} and ${inReach(scope, 'people', sql`k.user_id`)}`;
}

/** Certificates in reach, each version of them. */
export async function pageOfCertificates(
  db: Db,
  scope: Scope,
  query: QueryOf<typeof contract.listCertificates>,
) {
  const signs = typedSigns(query.search ?? '');
  const searched = matches(query.search, sql`(k.content->>'name')`, sql`(k.content->>'course')`);
  const where = all([
    sql`k.company_id = ${scope.company_id}`,
    visible(scope, query.user),
    query.user !== undefined && sql`k.user_id = ${query.user}`,
    query.course !== undefined && sql`k.course_id = ${query.course}`,
    query.status && sql`${status} = ${query.status}`,
    searched && (signs ? sql`(${searched} or starts_with(k.number, ${signs}))` : searched),
  ]);
  const order = pageOf(
    query,
    {
      issued_at: sql`k.issued_at`,
      // Those that hold for good come last.
      expires_at: sql`coalesce(k.expires_at, 'infinity')`,
      name: alphabetical(sql`u.last_name`),
      course: alphabetical(sql`c.name`),
    },
    '-issued_at',
    sql`k.id desc`,
  );
  const [rows, [count]] = await db.run(
    scope,
    statement<Row>(sql`
      select k.id, k.number, k.version, ${status} as status,
             jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user,
             jsonb_build_object('id', c.id, 'name', c.name) as course,
             (k.content->>'percent')::float8 as percent, k.content->>'ects' as ects,
             k.issued_at, k.expires_at, k.replaced_at, k.revoked_at,
             case when k.renamed_at is not null and ${scope.user_type !== 'student'} then
               jsonb_build_object('at', k.renamed_at, 'former_name', k.former_name) end as renamed
        from certificates k
        join users u on u.id = k.user_id
        join courses c on c.company_id = k.company_id and c.id = k.course_id
        where ${where} ${order}`),
    statement<{ count: number }>(sql`select count(*)::integer as count from certificates k where ${where}`),
  );
  return listed(rows, count!.count, query);
}

export interface PrintedCertificate {
  number: string;
  status: Checked['status'];
  content: StoredContent;
  expires_at: Date | null;
  replaced_at: Date | null;
  revoked_at: Date | null;
  language: Language;
  theme_color: string;
  time_zone: string;
  /** The company's logo in the bucket. */
  logo: string | null;
}

/** A certificate to print: the newest, unless it was revoked, or the version told. Errors: not_found. */
export async function certificateToPrint(
  db: Db,
  scope: Scope,
  course_id: number,
  { user = scope.user_id, version }: QueryOf<typeof contract.downloadCertificate>,
): Promise<PrintedCertificate> {
  const [[found]] = await db.run(
    scope,
    statement<PrintedCertificate>(sql`
      select k.number, ${status} as status, k.content, k.expires_at, k.replaced_at, k.revoked_at, u.language,
             c.theme_color, company.time_zone, logo.key as logo
        from certificates k
        join users u on u.id = k.user_id
        join courses c on c.company_id = k.company_id and c.id = k.course_id
        join companies company on company.id = k.company_id
        left join media logo on logo.id = company.photo_id
        where k.company_id = ${scope.company_id} and k.course_id = ${course_id} and k.user_id = ${user}
          and ${visible(scope, user)}
          and ${version === undefined ? sql`k.replaced_at is null and k.revoked_at is null` : sql`k.version = ${version}`}`),
  );
  if (!found) throw new AppError('not_found');
  return found;
}
