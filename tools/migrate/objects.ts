import pg from 'pg';
import { Failure, messageOf } from '../stack/failure.ts';
import { objectsInCatalogue, sizeOfTables } from './catalogue.ts';
import { checksumOf, keyOf, type Kind, type SchemaObject } from './sources.ts';

/** Beside drizzle's own table: what was applied, from which text. */
const REGISTER = `
  create schema if not exists drizzle;
  create table if not exists drizzle.schema_objects (
    kind text not null,
    identity text not null,
    file text not null,
    checksum text not null,
    release text not null,
    retired_in text,
    primary key (kind, identity)
  );
  create table if not exists drizzle.schema_releases (
    id integer generated always as identity primary key,
    release text not null,
    applied_at timestamptz not null default now()
  )`;

interface Registered {
  kind: Kind;
  identity: string;
  checksum: string;
  retired_in: string | null;
}

/** The roles that grants name, and everybody. */
const GRANTEES = ['public', 'osnova_worker', 'osnova_system'];
/** What the version that still serves may call or read stays for one release; the rest goes with its source. */
const CALLED: Kind[] = ['function', 'view', 'type'];
const ORDER: Kind[][] = [['type', 'function', 'view'], ['grants'], ['policy'], ['trigger']];
/** The result or a parameter's name changed, or it belongs to another role. */
const NOT_REPLACED = ['42P13', '42P16', '42501', '42809', '42710'];

export const makeRegister = (client: pg.Client) =>
  client.query(`set client_min_messages = warning; ${REGISTER}`);

/** Makes what tables call, as far as its text changed; the rest follows when the tables are there. */
export async function applyBeforeTables(
  client: pg.Client,
  objects: SchemaObject[],
  release: string,
): Promise<void> {
  await inTransaction(client, async () => {
    const first = objects.filter((each) => each.before_tables);
    await makeChanged(client, first, await registeredObjects(client), release);
  });
}

/**
 * Brings everything to the text of its source, all of it or nothing: makes what is new, changed or missing, drops what
 * has no source. A function or view without one stays until the next release.
 */
export async function applyObjects(
  client: pg.Client,
  objects: SchemaObject[],
  release: string,
): Promise<void> {
  await inTransaction(client, async () => {
    const registered = await registeredObjects(client);
    const sources = new Set(objects.map(keyOf));
    await dropWithoutSource(
      client,
      registered.filter((each) => !sources.has(keyOf(each))),
      release,
    );
    await makeChanged(client, objects, registered, release);
    await client.query(
      `insert into drizzle.schema_releases (release)
         select $1 where $1 is distinct from (select release from drizzle.schema_releases order by id desc limit 1)`,
      [release],
    );
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      'set local check_function_bodies = off; set local client_min_messages = warning; set local search_path = public',
    );
    const size = await sizeOfTables(client);
    await work();
    if ((await sizeOfTables(client)) !== size)
      throw new Failure(
        'A column, default, constraint or index hangs on a function that changed in more than its body: ' +
          'change both in a migration.',
      );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function registeredObjects(client: pg.Client): Promise<Registered[]> {
  const { rows } = await client.query<Registered>(
    'select kind, identity, checksum, retired_in from drizzle.schema_objects',
  );
  return rows;
}

async function dropWithoutSource(client: pg.Client, left: Registered[], release: string): Promise<void> {
  const existing = await objectsInCatalogue(client);
  for (const each of left) {
    const stays = CALLED.includes(each.kind) && (each.retired_in ?? release) === release;
    if (stays && existing.has(keyOf(each))) {
      await client.query(
        'update drizzle.schema_objects set retired_in = $3 where kind = $1 and identity = $2',
        [each.kind, each.identity, release],
      );
      continue;
    }
    if (existing.has(keyOf(each))) await drop(client, each);
    await client.query('delete from drizzle.schema_objects where kind = $1 and identity = $2', [
      each.kind,
      each.identity,
    ]);
  }
}

async function makeChanged(
  client: pg.Client,
  objects: SchemaObject[],
  registered: Registered[],
  release: string,
): Promise<void> {
  const known = new Map(registered.map((each) => [keyOf(each), each.checksum]));
  const existing = await objectsInCatalogue(client);
  const toMake = inOrder(objects).filter(
    (each) => !existing.has(keyOf(each)) || known.get(keyOf(each)) !== checksumOf(each),
  );
  const triggers = objects.some(({ kind }) => kind === 'trigger');
  if (toMake.length > 0) {
    const isNew = toMake.every((each) => !existing.has(keyOf(each)));
    if (!isNew || !(await makeAtOnce(client, toMake))) await makeOneByOne(client, objects, toMake);
    if (triggers) await mayFireTriggers(client, false);
  }
  await register(client, objects, release);
}

/** To make a trigger one has to be allowed its function; to fire it, nobody has. */
const mayFireTriggers = (client: pg.Client, may: boolean) =>
  client.query(`
    do $$
    declare f regprocedure;
    begin
      set local role osnova_system;
      for f in select oid from pg_proc
        where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype and proowner = current_user::regrole
      loop
        execute format('${may ? 'grant execute on function %s to %I' : 'revoke execute on function %s from %I'}', f, session_user);
      end loop;
      set local role none;
    end $$`);

/** Many in one query, since a database far away answers each only after a while. Says whether that went. */
async function makeAtOnce(client: pg.Client, objects: SchemaObject[]): Promise<boolean> {
  const isTrigger = ({ kind }: SchemaObject): boolean => kind === 'trigger';
  await client.query('savepoint made');
  try {
    await client.query(
      objects
        .filter((each) => !isTrigger(each))
        .map(creationOf)
        .join('\n'),
    );
    if (objects.some(isTrigger)) {
      await mayFireTriggers(client, true);
      await client.query(objects.filter(isTrigger).map(creationOf).join('\n'));
    }
    await client.query('release made');
  } catch {
    await client.query('rollback to made');
    return false;
  }
  await requireMade(client, objects);
  return true;
}

/** Until nothing is left: what fails may wait for another, and what is dropped takes along what hangs on it. */
async function makeOneByOne(
  client: pg.Client,
  objects: SchemaObject[],
  changed: SchemaObject[],
): Promise<void> {
  for (let left = changed; left.length > 0;) {
    const failed = new Map<SchemaObject, unknown>();
    for (const each of left) {
      if (each.kind === 'trigger') await mayFireTriggers(client, true);
      await client.query('savepoint made');
      try {
        await change(client, each);
        await client.query('release made');
      } catch (error) {
        await client.query('rollback to made');
        failed.set(each, error);
      }
    }
    const [first] = failed;
    if (first && failed.size === left.length) refuse(...first);
    const existing = await objectsInCatalogue(client);
    const unmade = left.find((each) => !failed.has(each) && !existing.has(keyOf(each)));
    const next = inOrder(objects).filter((each) => failed.has(each) || !existing.has(keyOf(each)));
    // What was made and is not there goes by another name, or was taken along by one that was made after it.
    if (unmade && next.length >= left.length) await requireMade(client, [unmade]);
    left = next;
  }
}

/** Replaces what can be replaced; drops and makes the rest. */
async function change(client: pg.Client, object: SchemaObject): Promise<void> {
  if (object.kind === 'function' || object.kind === 'view') {
    await client.query('savepoint replaced');
    try {
      await client.query(textOf(object));
      await client.query('release replaced');
      return;
    } catch (error) {
      await client.query('rollback to replaced');
      if (!(error instanceof pg.DatabaseError) || !NOT_REPLACED.includes(error.code ?? '')) throw error;
    }
  }
  if (object.kind !== 'grants') await drop(client, object);
  await client.query(object.kind === 'grants' ? textOf(object) : creationOf(object));
}

function refuse(object: SchemaObject, error: unknown): never {
  throw new Failure(`${object.file}:${object.line}: ${keyOf(object)}: ${messageOf(error)}`);
}

/** What makes an object, and grants what its source says. */
const creationOf = (object: SchemaObject): string => scriptOf(object, '');

/** What makes it anew where it stands, with the grants and the comment of its source and no others. */
function textOf(object: SchemaObject): string {
  const { kind, identity, role } = object;
  const on = kind === 'function' ? `function ${identity}` : identity;
  const bare = kind === 'grants' ? '' : ` comment on ${kind} ${identity} is null;`;
  const revoked = `revoke all on ${on} from ${GRANTEES.filter((each) => each !== role).join(', ')};${bare}`;
  // As it is made: what runs with the caller's rights is free to all, what the system role owns to those named.
  if (kind === 'function')
    return scriptOf(object, role ? revoked : `${revoked} grant execute on ${on} to public;`);
  return scriptOf(object, kind === 'view' || kind === 'grants' ? revoked : '');
}

const scriptOf = ({ role, create, attached }: SchemaObject, grants: string): string =>
  [
    role ? `set local role ${role};` : '',
    create && `${create};`,
    grants,
    ...attached.map((each) => `${each};`),
    role ? 'set local role none;' : '',
  ]
    .filter((part) => part !== '')
    .join('\n');

async function drop(
  client: pg.Client,
  { kind, identity }: Pick<Registered, 'kind' | 'identity'>,
): Promise<void> {
  if (kind === 'grants')
    return void (await client.query(`revoke all on ${identity} from ${GRANTEES.join(', ')}`));
  // The table's owner is the database's.
  if (kind === 'trigger' || kind === 'policy')
    return void (await client.query(`drop ${kind} if exists ${identity}`));
  // Nobody may drop what another role owns, also not who may act as it.
  const { rows } = await client.query<{ owner: string }>(
    kind === 'function'
      ? 'select proowner::regrole::text as owner from pg_proc where oid = to_regprocedure($1)'
      : 'select coalesce((select relowner from pg_class where oid = to_regclass($1)), ' +
          '(select typowner from pg_type where oid = to_regtype($1)))::regrole::text as owner',
    [identity],
  );
  const owner = rows[0]?.owner;
  if (!owner) return;
  await client.query(`set local role ${owner === 'osnova_system' ? owner : 'none'}`);
  await client.query(`drop ${kind} if exists ${identity} cascade; set local role none`);
}

async function requireMade(client: pg.Client, made: SchemaObject[]): Promise<void> {
  const existing = await objectsInCatalogue(client);
  const wrong = made.find((each) => !existing.has(keyOf(each)));
  if (wrong)
    throw new Failure(`${wrong.file}:${wrong.line}: ${keyOf(wrong)} is not what the catalogue calls it.`);
}

async function register(client: pg.Client, objects: SchemaObject[], release: string): Promise<void> {
  const rows = objects.map((each) => ({
    kind: each.kind,
    identity: each.identity,
    file: each.file,
    checksum: checksumOf(each),
    release,
  }));
  await client.query(
    `insert into drizzle.schema_objects (kind, identity, file, checksum, release)
       select kind, identity, file, checksum, release
         from jsonb_to_recordset($1::jsonb) as o (kind text, identity text, file text, checksum text, release text)
       on conflict (kind, identity) do update
         set file = excluded.file, checksum = excluded.checksum, release = excluded.release, retired_in = null
         where (schema_objects.file, schema_objects.checksum, schema_objects.retired_in)
           is distinct from (excluded.file, excluded.checksum, null)`,
    [JSON.stringify(rows)],
  );
}

/** Each after what its parameters, result or columns name; bodies are read only when they run. */
function inOrder(objects: SchemaObject[]): SchemaObject[] {
  const called = objects.filter(({ kind }) => CALLED.includes(kind));
  const byName = Map.groupBy(called, ({ name }) => name);
  const ordered = new Set<SchemaObject>();
  const add = (object: SchemaObject, above: SchemaObject[]): void => {
    if (ordered.has(object) || above.includes(object)) return;
    const head = object.kind === 'function' ? object.create.split(/\bas\s*\$/i)[0]! : object.create;
    for (const word of new Set(head.match(/\w+/g)))
      for (const other of byName.get(word) ?? []) if (other !== object) add(other, [...above, object]);
    ordered.add(object);
  };
  for (const kinds of ORDER)
    for (const kind of kinds) for (const each of objects) if (each.kind === kind) add(each, []);
  return [...ordered].filter((each) => objects.includes(each));
}
