-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on course_categories
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_categories
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_categories to osnova_system;
grant select, insert, update, delete on course_categories to osnova_worker;

create policy tenant
  on courses
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system on courses to osnova_system using (true) with check (true);
grant select, insert, update, delete on courses to osnova_system;
grant select, insert, update, delete on courses to osnova_worker;
grant usage on sequence courses_id_seq to osnova_system;
create trigger history
  after insert or update or delete
  on courses
  for each row
  when (not erasing())
  execute function record_history('course', 'courses', 'name', 'main', 'id');

create policy tenant
  on course_groups
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_groups
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_groups to osnova_system;
grant select, insert, update, delete on course_groups to osnova_worker;
create trigger history
  after insert or update or delete
  on course_groups
  for each row
  when (not erasing())
  execute function record_history('course', 'courses', '', 'part', 'course_id');

create policy tenant
  on course_members
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_members
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_members to osnova_system;
grant select, insert, update, delete on course_members to osnova_worker;
create trigger history
  after insert or update or delete
  on course_members
  for each row
  when (not erasing())
  execute function record_history('course', 'courses', '', 'part', 'course_id');

create policy tenant
  on course_states
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_states
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_states to osnova_system;
grant select on course_states to osnova_worker;

create policy tenant
  on group_progress
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on group_progress
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on group_progress to osnova_system;
grant select on group_progress to osnova_worker;

create policy tenant
  on course_sums
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_sums
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_sums to osnova_system;
grant select on course_sums to osnova_worker;

create policy tenant
  on course_blocks
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_blocks
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_blocks to osnova_system;
grant select on course_blocks to osnova_worker;
create trigger history
  after insert or update or delete
  on course_blocks
  for each row
  when (not erasing())
  execute function record_history('course', 'courses', '', 'part', 'course_id');
