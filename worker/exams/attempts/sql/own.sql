-- What nobody decides about themselves.

-- Keeps a decision about a person from that person.
create or replace function refuse_oneself(p_user integer) returns void
  language plpgsql
  as $$
begin
  if p_user = app_user() then
    perform fail('own_assignment');
  end if;
end $$;

-- Keeps the repair of a key from whoever takes the form, and from whoever would be graded anew by it, also after having
-- left the course: it would decide about a result of their own.
create or replace function refuse_own_grading(p_form integer) returns void
  language plpgsql
  as $$
begin
  perform refuse_own_form(p_form);
  if exists (select from attempts t where t.company_id = app_company() and t.form_id = p_form and t.user_id = app_user()
               and t.status <> 'annulled') then
    perform fail('own_assignment');
  end if;
end $$;
