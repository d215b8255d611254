-- Who takes a form, and what they are kept from: its key.

-- Who takes which form (decisions, "Nobody decides about themselves"): students of a course, each of its published
-- forms, also while the course is a draft, hidden or deleted, since whoever hides it can show it again; whoever has one
-- open or running, also after leaving. A form that was never published is taken by nobody, so that an author among the
-- students can write it. It names no role: what a person does not read as a student they do not read as a trainer
-- either.
create or replace view form_takers
  with (security_invoker = true)
  as
  select s.company_id, f.id as form_id, s.user_id
  from course_states s
    join materials m on
      m.company_id = s.company_id and m.course_id = s.course_id
    join forms f on f.company_id = m.company_id and f.material_id = m.id
  where exists(
    select
    from form_versions v
    where v.company_id = f.company_id and v.form_id = f.id
  )
  union
  select a.company_id, a.form_id, a.user_id
  from assignments a
  where a.status in ('in_progress', 'assigned', 'reopened');
grant select on form_takers to osnova_worker, osnova_system;

-- Whether the caller takes a form, in whatever role they ask.
create or replace function takes_form(p_form integer) returns boolean
  language sql
  stable
  as $$
  select exists (select from form_takers k
    where k.company_id = app_company() and k.form_id = p_form and k.user_id = app_user())
$$;

-- Keeps the key of a form, and the form itself, from whoever takes it. Whoever wants to work on it leaves the course as
-- a student first.
create or replace function refuse_own_form(p_form integer) returns void
  language plpgsql
  as $$
begin
  if takes_form(p_form) then
    perform fail('own_form');
  end if;
end $$;
