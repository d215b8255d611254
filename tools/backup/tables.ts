import type pg from 'pg';

/** A table of the product with the columns that hold what was written, not what follows from it. */
export interface Table {
  name: string;
  columns: string[];
  /** Counted up by the database; null: it has none. */
  identity: string | null;
  refers_to: string[];
}

/** All tables, each after those that it refers to: read from the catalogue, so that a new one cannot be forgotten. */
export async function tablesInOrder(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select a.attname::text from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and a.attidentity <> '' and not a.attisdropped) as identity,
           array(select distinct f.confrelid::regclass::text from pg_constraint f
              where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`);
  const ordered: Table[] = [];
  for (let left = rows; left.length > 0;) {
    const next = left.filter(
      ({ refers_to }) => !refers_to.some((name) => left.some((each) => each.name === name)),
    );
    if (next.length === 0) throw new Error(`circle: ${left.map(({ name }) => name).join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The migrations that a database has gone through: rows fit only where these are the same. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  await client.query('reset role');
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by id',
  );
  await client.query('set role osnova_system');
  return rows.map(({ hash }) => hash);
}
