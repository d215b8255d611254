-- What a repair of the key would do, summed up.

-- Whose results it would change, of which the first hundred are told.
create or replace function repair_sums(
  p_course integer,
  p_form integer,
  p_changes jsonb,
  p_only_raise boolean
) returns table (
  count integer,
  raised integer,
  lowered integer,
  passes_gained integer,
  passes_lost integer,
  certificates_gained integer,
  certificates_lost integer,
  attempts jsonb
)
  language sql
  as $$
  with changed as materialized (
    select p.*, row_number() over () as place,
           (p.after->>'percent')::numeric - (p.before->>'percent')::numeric as difference,
           (p.before->>'passed')::boolean as passed, (p.after->>'passed')::boolean as passes
      from preview_repair(p_course, p_form, p_changes, p_only_raise) p
  )
  select count(*)::integer, count(*) filter (where difference > 0)::integer,
         count(*) filter (where difference < 0)::integer, count(*) filter (where passes and not passed)::integer,
         count(*) filter (where passed and not passes)::integer,
         count(distinct user_id) filter (where certificate = 'gained')::integer,
         count(distinct user_id) filter (where certificate = 'lost')::integer,
         coalesce((
           select jsonb_agg(jsonb_build_object('attempt_id', c.attempt_id, 'number', c.number, 'before', c.before,
               'after', c.after, 'certificate', c.certificate, 'user',
               person(u.id, u.first_name, u.last_name)) order by c.place)
             from changed c join users u on u.id = c.user_id where c.place <= 100), '[]')
    from changed
$$;
