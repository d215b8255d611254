-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on notifications
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on notifications
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on notifications to osnova_system;
grant select on notifications to osnova_worker;
grant update (read_at) on notifications to osnova_worker;
grant usage on sequence notifications_id_seq to osnova_system;

create policy system
  on notification_settings
  to osnova_system
  using (true)
  with check (true);
create policy oneself
  on notification_settings
  to osnova_worker
  using (user_id = (select app_user()))
  with check (user_id = (select app_user()));
grant select, insert, update, delete on notification_settings to osnova_system;
grant select, insert, update on notification_settings to osnova_worker;

create policy tenant
  on course_waits
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on course_waits
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on course_waits to osnova_system;

create policy tenant
  on webinar_waits
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on webinar_waits
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on webinar_waits to osnova_system;
