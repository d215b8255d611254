-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy system on users to osnova_system using (true) with check (true);
-- A person is visible to the companies they belong to, and to themselves.
create policy colleagues
  on users
  for select
  to osnova_worker
  using (
    id = (select app_user())
      or exists(
        select
        from memberships m
        where m.company_id = (select app_company()) and m.user_id = users.id
      )
  );
create policy oneself
  on users
  for update
  to osnova_worker
  using (id = (select app_user()));
grant select, insert, update, delete on users to osnova_system;
grant select on users to osnova_worker;
grant
  update (first_name, last_name, middle_name, language, dismissed_hints)
  on
    users
  to
  osnova_worker;

create policy system
  on credentials
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on credentials to osnova_system;

create policy system
  on sessions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on sessions to osnova_system;

create policy system
  on one_time_tokens
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on one_time_tokens to osnova_system;

create policy system
  on sign_in_failures
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on sign_in_failures to osnova_system;

create policy system
  on known_devices
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on known_devices to osnova_system;
