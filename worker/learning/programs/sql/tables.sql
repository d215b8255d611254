-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on programs
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on programs
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on programs to osnova_system;
grant select, insert, update, delete on programs to osnova_worker;
create trigger history
  after insert or update or delete
  on programs
  for each row
  when (not erasing())
  execute function record_history('program', 'programs', 'name', 'main', 'id');

create policy tenant
  on program_courses
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on program_courses
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on program_courses to osnova_system;
grant select, insert, update, delete on program_courses to osnova_worker;
create trigger history
  after insert or update or delete
  on program_courses
  for each row
  when (not erasing())
  execute function
    record_history('program', 'programs', '', 'part', 'program_id');

create policy tenant
  on program_groups
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on program_groups
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on program_groups to osnova_system;
grant select, insert, update, delete on program_groups to osnova_worker;
create trigger history
  after insert or update or delete
  on program_groups
  for each row
  when (not erasing())
  execute function
    record_history('program', 'programs', '', 'part', 'program_id');
