import type pg from 'pg';

/** Runs an insert of a company's that gives ids; the company is its first parameter. */
export const insertingIn =
  (client: pg.Client, company: number) =>
  async (query: string, params: unknown[]): Promise<number[]> =>
    (await client.query<{ id: number }>(query, [company, ...params])).rows.map(({ id }) => id);

/** A form on the one material of a course, without a version. */
export async function aBareForm(insert: ReturnType<typeof insertingIn>): Promise<number> {
  const [course] = await insert(`insert into courses (company_id, name) values ($1, 'c') returning id`, []);
  const [material] = await insert(
    `insert into materials (company_id, course_id, name, type, position) values ($1, $2, 'm', 'exam', 1) returning id`,
    [course],
  );
  const [form] = await insert(
    `insert into forms (company_id, material_id, form_type, name) values ($1, $2, 2, 'f') returning id`,
    [material],
  );
  return form!;
}
