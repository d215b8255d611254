-- Attempts of a form by person: analytics read them course by course.
create index attempts_form on attempts (company_id, form_id, user_id);
--> statement-breakpoint
set role osnova_system;

-- As in 0027, asked about everybody of a course at once: who has the form is looked up once, not for each of them.
create or replace function judge_retakes(p_form integer, p_users integer[]) returns table (user_id integer, code text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, case
      when h.id is null then 'not_found'
      when mb.blocked_at is not null then 'account_blocked'
      when b.user_id is not null then 'blocked_in_course'
      when running.assignment_id is not null then 'test_already_started'
      when a.status = 4 then 'retake_already_granted'
      when a.status = 6 then 'assignment_canceled'
      when a.status = 5 then null
      when a.status = 2 and (a.attempts_used >= attempts_allowed(v.settings, a.extra_attempts) or not coalesce(r.passed, false)) then null
      else 'retake_not_needed' end
    from (select distinct unnest(p_users) as id) u
    join forms f on f.company_id = app_company() and f.id = p_form
    join materials m on m.company_id = f.company_id and m.id = f.material_id
    left join unnest(students_of_form(p_form, p_users)) as h(id) on h.id = u.id
    left join memberships mb on mb.company_id = f.company_id and mb.user_id = u.id
    left join course_blocks b on b.company_id = m.company_id and b.course_id = m.course_id and b.user_id = u.id
    left join current_versions v on v.company_id = f.company_id and v.form_id = f.id
    left join assignments a on a.company_id = f.company_id and a.form_id = f.id and a.user_id = u.id
    left join attempts running on running.company_id = a.company_id and running.assignment_id = a.id and running.status = 'running'
    left join lateral counted_result(a.company_id, a.id, v.settings->>'result_counts', false) r on a.status = 2
    order by u.id
$$;
--> statement-breakpoint
reset role;
