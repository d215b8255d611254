import type pg from 'pg';

/** What exists, named as the sources name it. Extensions bring functions of their own, which are nobody's here. */
export async function objectsInCatalogue(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(`
    with own as (select 'public'::regnamespace as schema)
    select 'function ' || p.proname || '(' ||
             array_to_string(array(select format_type(t, null) from unnest(p.proargtypes) t), ', ') || ')' as key
      from pg_proc p, own
      where p.pronamespace = own.schema and not exists (
        select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select case c.relkind when 'v' then 'view ' else 'type ' end || c.relname from pg_class c, own
      where c.relnamespace = own.schema and c.relkind in ('v', 'c')
    union all
    select 'type ' || t.typname from pg_type t, own
      where t.typnamespace = own.schema and t.typtype in ('e', 'd', 'r')
    union all
    select 'trigger ' || t.tgname || ' on ' || c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid, own
      where c.relnamespace = own.schema and not t.tgisinternal
    union all
    select 'policy ' || l.polname || ' on ' || c.relname from pg_policy l join pg_class c on c.oid = l.polrelid, own
      where c.relnamespace = own.schema
    union all
    select 'grants ' || case c.relkind when 'S' then 'sequence ' else '' end || c.relname from pg_class c, own
      where c.relnamespace = own.schema and c.relkind in ('r', 'p', 'S') and exists (
        select from aclexplode(c.relacl) a where a.grantee <> c.relowner
        union all
        select from pg_attribute col, aclexplode(col.attacl) a where col.attrelid = c.oid and a.grantee <> c.relowner)`);
  return new Set(rows.map(({ key }) => key));
}

/** How much of tables there is: nothing that is made and dropped with functions may take any of it along. */
export async function sizeOfTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ size: string }>(`
    with relation as (
      select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
    )
    select concat_ws(' ',
      (select count(*) from relation),
      (select count(*) from pg_attribute a join relation r on r.oid = a.attrelid and not a.attisdropped),
      (select count(*) from pg_attrdef d join relation r on r.oid = d.adrelid),
      (select count(*) from pg_constraint c join relation r on r.oid = c.conrelid),
      (select count(*) from pg_index i join relation r on r.oid = i.indrelid)) as size`);
  return rows[0]!.size;
}
