-- What is published of a form.

-- The version of a form that a start would get.
create or replace view current_versions with (security_invoker = true) as
  select distinct on (company_id, form_id) id, company_id, form_id, number, settings, questions, max_score, published_at
    from form_versions order by company_id, form_id, number desc;
grant select on current_versions to osnova_worker, osnova_system;

-- What an answer is checked against at each save. In `questions` it lies among all texts of the form, and finding it
-- took 0.22 ms in a form of 100 questions, 0.02 ms here.
create or replace function keep_choices() returns trigger language plpgsql as $$
begin
  new.choices := (
    select coalesce(jsonb_object_agg(q->>'id',
      jsonb_build_object('ids', q->'ids', 'multiple_right_answers', q->'multiple_right_answers')), '{}')
      from jsonb_array_elements(new.questions) q);
  return new;
end $$;
revoke execute on function keep_choices() from public;

create trigger choices before insert or update of questions on form_versions
  for each row execute function keep_choices();
