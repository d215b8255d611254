import pg from 'pg';

/** What was counted to be empty would be planned for as such, which autovacuum does to no table. */
const HOLDING = `
  select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0`;

interface Filling {
  /** Statements read them as settings `bench.<name>`. */
  sizes?: Record<string, number | string>;
  /** Loaded without their triggers: what these would keep is written as well. */
  untriggered?: readonly string[];
}

/**
 * Fills the database in one transaction, as osnova_system on the owner's connection, and leaves it as autovacuum would in
 * time: lists count rows by their index alone only where the pages are known to be visible.
 */
export async function filled<T>(
  ownerUrl: string,
  { sizes = {}, untriggered = [] }: Filling,
  fill: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    for (const name of untriggered) await client.query(`alter table ${name} disable trigger user`);
    await client.query('set local role osnova_system');
    await client.query(`select set_config('app.consenting', '*', true)`);
    for (const [name, size] of Object.entries(sizes))
      await client.query('select set_config($1, $2, true)', [`bench.${name}`, String(size)]);
    // What was counted of the tables before knows nothing of what comes.
    if (untriggered.length > 0) await client.query('set local enable_nestloop = off');
    const result = await fill(client);
    await client.query('reset role');
    for (const name of untriggered) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
    const { rows } = await client.query<{ name: string }>(HOLDING);
    await client.query(`vacuum analyze ${rows.map(({ name }) => name).join(', ')}`);
    return result;
  } finally {
    await client.end();
  }
}
