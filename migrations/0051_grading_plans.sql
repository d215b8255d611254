set role osnova_system;
--> statement-breakpoint
-- As in 0027, but each step looks its attempt and version up by their keys: no plan of it, for one attempt or for ten
-- thousand, compares all with all.
create or replace function regraded(p_attempts integer[], p_without integer default null, p_more jsonb default null, p_only_raise boolean default false)
  returns table (attempt_id integer, score integer, max_score integer, percent numeric, passed boolean, explanation jsonb)
  language sql stable as $$
  with recursive overlays as materialized (
    select * from key_overlays(
      array(select distinct a.form_version_id from attempts a where a.id = any (p_attempts)), p_without, p_more, p_only_raise)
  ), steps as (
    select a.id, 0 as place, '{}'::jsonb as keys, g.score, g.max_score, g.percent, g.passed, g.explanation
      from attempts a
      join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      cross join lateral grade_of(a.company_id, a.id, v.questions, v.settings, '{}') g
      where a.id = any (p_attempts)
    union all
    select s.id, o.place, case when f.falls then s.keys else s.keys || o.keys end,
           case when f.falls then s.score else g.score end, case when f.falls then s.max_score else g.max_score end,
           case when f.falls then s.percent else g.percent end, case when f.falls then s.passed else g.passed end,
           case when f.falls then s.explanation else g.explanation end
      from steps s
      join attempts a on a.id = s.id
      join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
      join overlays o on o.version_id = v.id and o.place = s.place + 1
      cross join lateral grade_of(a.company_id, a.id, v.questions, v.settings, s.keys || o.keys) g
      cross join lateral (select o.only_raise and (g.percent < s.percent or s.passed and not g.passed) as falls) f
  )
  select distinct on (id) id, score, max_score, percent, passed, explanation from steps order by id, place desc
$$;
--> statement-breakpoint
-- Planned anew for each attempt, they took half of the time of finishing it.
alter function write_gradings(integer[], text, integer, boolean) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function settle_progress(integer[], boolean) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
reset role;
