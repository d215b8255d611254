import pg from 'pg';

/** Grants by name, defaults included, so that what nobody wrote down and what somebody did compare alike. */
const grants = (acl: string, kind: string, owner: string) => `(
  select string_agg(
      coalesce(nullif(a.grantee, 0)::regrole::text, 'public') || ' ' || a.privilege_type, ', '
      order by a.grantee::regrole::text, a.privilege_type)
    from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) a)`;

const CATALOGUE = `
  with own as (
    select oid, relname, relkind, relowner, relacl, reloptions, relrowsecurity, relforcerowsecurity
      from pg_class where relnamespace = 'public'::regnamespace
  )
  select concat_ws(' | ', 'function', pg_get_functiondef(p.oid), p.proowner::regrole, obj_description(p.oid, 'pg_proc'),
                   ${grants('p.proacl', `'f'`, 'p.proowner')}) as line
    from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select concat_ws(' | ', 'relation', relname, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions,
                   obj_description(oid, 'pg_class'), case when relkind = 'v' then pg_get_viewdef(oid) end,
                   ${grants('relacl', `case relkind when 'S' then 's' else 'r' end::"char"`, 'relowner')})
    from own where relkind in ('r', 'v', 'S', 'c')
  union all
  select concat_ws(' | ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
                   a.attgenerated, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum), a.attacl)
    from own c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'v', 'c')
  union all
  select concat_ws(' | ', 'constraint', r.conrelid::regclass, r.conname, pg_get_constraintdef(r.oid), r.convalidated)
    from pg_constraint r join own c on c.oid = r.conrelid
  union all
  select 'index | ' || pg_get_indexdef(i.indexrelid) from pg_index i join own c on c.oid = i.indrelid
  union all
  select 'statistics | ' || pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s join own c on c.oid = s.stxrelid
  union all
  select concat_ws(' | ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled, obj_description(t.oid, 'pg_trigger'))
    from pg_trigger t join own c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select concat_ws(' | ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check)
    from pg_policies where schemaname = 'public'
  union all
  select concat_ws(' | ', 'default', defaclrole::regrole, defaclobjtype, defaclacl) from pg_default_acl
  union all
  select concat_ws(' | ', 'schema', nspname, nspacl) from pg_namespace where nspname in ('public', 'drizzle')`;

/** Everything that a database is made of, without its rows: a line each, the same for the same. */
export async function catalogueOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(CATALOGUE);
    return rows.map(({ line }) => line).sort();
  } finally {
    await client.end();
  }
}
