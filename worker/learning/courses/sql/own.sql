-- What decides whether a course is there is not decided by those who take its tests.

-- Hiding or deleting a course takes its tests away from their takers, as hiding a test does (keep_own_test): nobody
-- does it to a test they take, by whatever way.
create or replace function keep_own_course() returns trigger
  language plpgsql
  as $$
begin
  perform refuse_own_form(f.id)
    from materials m
    join forms f on f.company_id = m.company_id and f.material_id = m.id
    where m.company_id = new.company_id and m.course_id = new.id;
  return new;
end $$;

create trigger keep_own_course
  before update of published_at, deleted_at
  on courses
  for each row
  when (
    not erasing()
      and (
        (old.published_at is not null and new.published_at is null)
        or (old.deleted_at is null and new.deleted_at is not null)
      )
  )
  execute function keep_own_course();
