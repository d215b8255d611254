-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on webinars
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinars
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinars to osnova_system;
grant select on webinars to osnova_worker;
create trigger history
  after insert or update or delete
  on webinars
  for each row
  when (not erasing())
  execute function record_history('webinar', 'webinars', 'name', 'main', 'id');

create policy tenant
  on webinar_hosts
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_hosts
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_hosts to osnova_system;
grant select on webinar_hosts to osnova_worker;
create trigger history
  after insert or update or delete
  on webinar_hosts
  for each row
  when (not erasing())
  execute function
    record_history('webinar', 'webinars', '', 'part', 'webinar_id');

create policy tenant
  on webinar_courses
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_courses
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_courses to osnova_system;
grant select on webinar_courses to osnova_worker;
create trigger history
  after insert or update or delete
  on webinar_courses
  for each row
  when (not erasing())
  execute function
    record_history('webinar', 'webinars', '', 'part', 'webinar_id');

create policy tenant
  on webinar_programs
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_programs
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_programs to osnova_system;
grant select on webinar_programs to osnova_worker;
create trigger history
  after insert or update or delete
  on webinar_programs
  for each row
  when (not erasing())
  execute function
    record_history('webinar', 'webinars', '', 'part', 'webinar_id');

create policy tenant
  on webinar_groups
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_groups
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_groups to osnova_system;
grant select on webinar_groups to osnova_worker;
create trigger history
  after insert or update or delete
  on webinar_groups
  for each row
  when (not erasing())
  execute function
    record_history('webinar', 'webinars', '', 'part', 'webinar_id');

create policy tenant
  on webinar_files
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_files
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_files to osnova_system;
grant select on webinar_files to osnova_worker;
create trigger history
  after insert or update or delete
  on webinar_files
  for each row
  when (not erasing())
  execute function
    record_history('webinar', 'webinars', '', 'part', 'webinar_id');

create policy tenant
  on webinar_attendance
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_attendance
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_attendance to osnova_system;
grant select on webinar_attendance to osnova_worker;
